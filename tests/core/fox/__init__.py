"""Tests of the Fox in the Forest: the rules statement by statement, and what is built on them."""
