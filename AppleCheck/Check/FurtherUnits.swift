/// What is checked besides the modules and plugins of the manifest: code as people write it with the package.
enum FurtherUnits {
    /// The units, in an order in which each comes after those that it imports.
    static func all(repository: String, plan: ManifestPlan) throws -> [CheckUnit] {
        []
    }
}
