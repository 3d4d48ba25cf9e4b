import PermafrostModel

/// The parsed `contents` file of one version of a Core Data model.
package struct ModelContents: Sendable {
    /// The model, or nil if it can't be determined for the reasons in ``issues``.
    package let model: SchemaModel?
    /// The model as canonical JSON.
    let content: ModelContent?
    /// Whether the file could be parsed. Its model may still have errors.
    package let isParsed: Bool
    /// The value of `userDefinedModelVersionIdentifier`, or nil if it is absent or empty.
    package let versionIdentifier: String?
    /// The configurations that the file marks as used with CloudKit.
    package let synced: SyncedConfigurations
    /// The locations of entities and their properties.
    package let places: ModelPlaces
    /// Parts of the model whose version hash isn't verified against stores that Apple's framework wrote.
    package let assumptions: [Assumption]
    /// Issues found while reading the file.
    package let issues: [SourceIssue]

    /// Parses a version's file. If the file can't be parsed, ``model`` is nil and ``issues`` contains the reason.
    ///
    /// - Parameters:
    ///   - content: the file's bytes.
    ///   - file: the file's path, for locations.
    package init(_ content: [UInt8], file: String) {
        do {
            let root = try XMLDocument.root(of: content, file: file)
            guard root.name == "model" else {
                self.init(unreadable: root.issue(.notAModel(element: root.name)))
                return
            }
            self.init(root)
        } catch {
            self.init(unreadable: error.issue)
        }
    }

    private init(_ root: MarkupElement) {
        var reader = ModelReader(root)
        let model = reader.model()
        self.model = reader.issues.contains { $0.severity == .error } ? nil : model
        content = self.model.map { ModelContent($0).inCanonicalText }
        isParsed = true
        versionIdentifier = root.text("userDefinedModelVersionIdentifier")
        synced = SyncedConfigurations(root)
        places = reader.places
        assumptions = reader.assumptions
        issues = reader.issues
    }

    /// Creates the contents of a version whose file can't be read or parsed.
    init(unreadable issue: SourceIssue) {
        model = nil
        content = nil
        isParsed = false
        versionIdentifier = nil
        synced = SyncedConfigurations()
        places = ModelPlaces()
        assumptions = []
        issues = [issue]
    }
}

extension ModelContents {
    /// The configurations that a model file marks with `usedWithCloudKit`.
    package struct SyncedConfigurations: Sendable, Hashable {
        /// Whether the default configuration, which has all entities, is synced. Always false if another configuration
        /// is synced.
        package var includesAll = false
        /// The names of the synced configurations.
        package var names: [String] = []
    }
}

extension ModelContents.SyncedConfigurations {
    /// Reads the `usedWithCloudKit` attributes of a model file. On the root element, the attribute applies to the
    /// default configuration, which has all entities. It is ignored there if another configuration has the attribute.
    fileprivate init(_ root: MarkupElement) {
        names = root.children("configuration").filter { $0["usedWithCloudKit"] == "YES" }.compactMap { $0.text("name") }
        includesAll = names.isEmpty && root["usedWithCloudKit"] == "YES"
    }
}
