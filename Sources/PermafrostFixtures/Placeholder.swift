enum PlaceholderPermafrostFixtures {}
