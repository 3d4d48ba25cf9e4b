import PermafrostModel

/// A reader that finds the code that opens and migrates the stores of Core Data models.
struct ModelMigrationReader {
    private let codes: [(file: String, code: ModelMigrationCode)]

    /// Reads the code in the given Swift files, and in the project's files in Objective-C. A file that can't be read has
    /// no code.
    init(_ files: ModelFiles, code: [String], _ request: SourceRequest) {
        let sources = SourcePaths(includesTests: request.includesTests)
        let paths = code + files.objectiveC.filter(sources.holdsObjectiveC).sortedByCodeUnit()
        codes = Concurrently.map(count: paths.count) { index in
            let code = try? files.files.withBytes(of: paths[index]) { ModelMigrationCode(CodeTokens($0)) }
            return code.map { (paths[index], $0) }
        }.compactMap(\.self)
    }

    /// Returns the code in the files that may open a model's stores. A file that mentions other models and not this one
    /// is left out.
    private func codes(of model: String, among others: Set<String>) -> [(file: String, code: ModelMigrationCode)] {
        codes.filter { _, code in others.isDisjoint(with: code.texts) || code.texts.contains(model) }
    }

    /// Returns whether code opens a model's stores, and none of it can sync them with CloudKit.
    func opensOnlyLocally(_ model: String, among others: Set<String>) -> Bool {
        let own = codes(of: model, among: others).map(\.code)
        return own.contains { $0.hasContainer || $0.addsStore != nil } && !own.contains(where: \.mentionsCloudKit)
    }

    /// Returns the code that migrates a model's stores.
    ///
    /// - Parameters:
    ///   - model: the model's name.
    ///   - others: the names of the project's other models.
    func migration(of model: String, among others: Set<String>) -> ModelMigration {
        let own = codes(of: model, among: others)
        func place(_ line: (ModelMigrationCode) -> Int?) -> SourceLocation? {
            own.compactMap { file, code in
                line(code).map { SourceLocation(file: file, line: $0, column: 1) }
            }.first
        }
        let off = place { $0.automatic.first { !$0.isOn }?.line }
        let isOn = own.contains { $0.code.automatic.contains(where: \.isOn) }
        let hasContainer = own.contains { $0.code.hasContainer }
        // A coordinator migrates a store only if the options of the call say so.
        let added = isOn || hasContainer ? nil : place(\.addsStore)
        let mayMigrateDirectly = isOn || hasContainer && off == nil
        if let repeated = place({ $0.isRepeated ? $0.migrates : nil }) {
            return mayMigrateDirectly ? .unknown(repeated) : .stepwise(repeated)
        }
        return (place(\.migrates) ?? off ?? added).map { .unknown($0) } ?? .direct
    }
}
