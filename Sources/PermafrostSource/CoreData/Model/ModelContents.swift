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

    private init(_ root: XMLDocument.Element) {
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

extension ModelContents {
    /// A derived attribute's expression as Core Data formats it, which enters the version hash: `posts.@count` in a model file is
    /// `count:(posts)`, and `now:()` is `now()`.
    struct DerivationText {
        /// The expression in Core Data's format.
        let expression: String
        /// Whether stores of Apple's framework prove the format: `now()`, a count, a key path.
        let isProven: Bool

        init(_ text: String) {
            let text = text.filter { !$0.isWhitespace }
            if text == "now:()" || text == "now()" {
                (expression, isProven) = ("now()", true)
            } else if text.hasSuffix(".@count"), Self.isKeyPath(text.dropLast(7)) {
                (expression, isProven) = ("count:(\(text.dropLast(7)))", true)
            } else if text.hasPrefix("count:("), text.hasSuffix(")"), Self.isKeyPath(text.dropFirst(7).dropLast()) {
                (expression, isProven) = (text, true)
            } else {
                (expression, isProven) = (text, Self.isKeyPath(text[...]))
            }
        }

        private static func isKeyPath(_ text: Substring) -> Bool {
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            }
        }
    }
}
