"""Routes about classes; without `duiyi serve --classes` there is nothing at any of them."""
