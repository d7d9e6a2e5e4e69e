"""What a report is made of, and the tables that lie beside the page."""
