enum PlaceholderPermafrostStore {}
