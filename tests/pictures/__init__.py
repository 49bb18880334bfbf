"""Pictures of the screens, for looking at."""
