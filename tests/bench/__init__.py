"""Measures the budgets of the house against a server of its own; run with `make bench`."""
