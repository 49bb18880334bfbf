"""The house: one writer per room, lobby, quick match, talk, watching, bots. Knows no SSH and no screens."""
