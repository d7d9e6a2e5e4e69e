"""Files of a box: copies that it shows, and the directory that it works in."""
