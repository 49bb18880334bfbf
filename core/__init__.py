"""Rules and rooms as data: no I/O, no clock, no global randomness, no asyncio."""
