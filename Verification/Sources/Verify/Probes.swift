/// All probes. The table groups them by theme, and keeps this order within each theme.
enum Probes {
    static let all: [Probe] =
        KitProbes.all + ExampleProbes.all + FixtureProbes.all + shapes + LayoutProbes.all + migrations + plans
        + containers
        + PlatformProbes.all

    private static let shapes =
        ScalarShapes.all + EnumerationShapes.all + ValueShapes.all + OptionShapes.all + RelationshipShapes.all
    private static let migrations =
        MigrationProbes.all + LinkMigrationProbes.all + ValueMigrationProbes.all
        + SeededProbes.all
    private static let plans = PlanProbes.all + UnstagedProbes.all + ChainProbes.all + StageProbes.all
    private static let containers = ContainerProbes.all + ConstantProbes.all + IdentifierProbes.all
}
