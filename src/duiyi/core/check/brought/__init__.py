"""Properties of what a game may bring beside its rules: lessons, palettes, symmetries."""
