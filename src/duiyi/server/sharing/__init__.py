"""Links that are shared: what those show of a page who run no script."""
