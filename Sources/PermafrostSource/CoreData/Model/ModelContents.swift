import PermafrostModel

/// What one version of a Core Data model says: the `contents` of an `.xcdatamodel`.
package struct ModelContents: Sendable {
    /// The model; nil if it cannot be determined, for which ``issues`` give the reasons.
    package let model: SchemaModel?
    /// Whether the file could be parsed; its model may still hold an error.
    package let isParsed: Bool
    /// `userDefinedModelVersionIdentifier`; nil if it is absent or empty.
    package let versionIdentifier: String?
    /// Where entities and their properties stand.
    package let places: ModelPlaces
    /// Parts whose version hash is not proven on stores of Apple's framework.
    package let assumptions: [Assumption]
    /// What was found while reading.
    package let issues: [SourceIssue]

    /// Reads a version.
    ///
    /// - Parameters:
    ///   - content: the file's bytes.
    ///   - file: the path that places name.
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

    private init(_ root: XMLElement) {
        var reader = ModelReader(root)
        let model = reader.model()
        self.model = reader.issues.contains { $0.severity == .error } ? nil : model
        isParsed = true
        versionIdentifier = root.text("userDefinedModelVersionIdentifier")
        places = reader.places
        assumptions = reader.assumptions
        issues = reader.issues
    }

    /// A version that cannot be read at all.
    init(unreadable issue: SourceIssue) {
        model = nil
        isParsed = false
        versionIdentifier = nil
        places = ModelPlaces()
        assumptions = []
        issues = [issue]
    }
}
