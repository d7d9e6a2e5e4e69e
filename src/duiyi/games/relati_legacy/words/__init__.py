"""What relati legacy says to people besides narrating: prompts, previews, notation."""
