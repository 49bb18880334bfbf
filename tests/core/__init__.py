"""Tests of the rules and the rooms."""
