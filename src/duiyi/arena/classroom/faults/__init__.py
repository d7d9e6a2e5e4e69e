"""What a program did wrong while it was run, with the place and the way back."""
