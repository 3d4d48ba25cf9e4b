enum PlaceholderPermafrostProject {}
