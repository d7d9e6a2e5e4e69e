"""Runners: where games are played, on this machine or on a cluster."""
