"""Who is who: profiles, guests, names and codes."""
