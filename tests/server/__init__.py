"""Tests of the house: its log, its people, its rooms."""
