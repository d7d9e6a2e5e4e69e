"""Ratings: strengths that explain the results, with their uncertainty."""
