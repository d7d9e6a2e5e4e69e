"""Teaching: lessons as the page asks for them."""
