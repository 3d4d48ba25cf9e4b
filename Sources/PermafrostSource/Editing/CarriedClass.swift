import SwiftSyntax

/// A class of an older version that the newest version also uses. The next version copies it, because it or a connected
/// class was edited in place.
struct CarriedClass {
    let name: String
    /// The version that contains the class.
    let owner: VersionPieces
    private let file: SwiftFile
    private let node: ClassDeclSyntax
    /// The class's source as it shipped. Nil if the source is unchanged, or if it isn't known.
    private let shippedText: String?

    /// Returns the classes that the next version copies from older versions. The newest version uses these classes,
    /// although they are nested in an older version.
    ///
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    static func all(
        _ request: NextVersionRequest, older: [VersionPieces], in sources: SourceSet, shippedSources: SourceSet
    ) throws -> [CarriedClass] {
        try request.frozen.sorted().compactMap { entity in
            guard let place = request.current.classes[entity] else { return nil }
            let file = try sources.file(place.file)
            guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self),
                let owner = older.first(where: { $0.contains(node.bounds.lowerBound, of: file.path) })
            else { return nil }
            let shipped = try request.shipped.classes[entity].flatMap { place -> String? in
                let file = try shippedSources.file(place.file)
                return file.declaration(named: place).map { file.text($0) }
            }
            return CarriedClass(
                name: node.name.text, owner: owner, file: file, node: node,
                shippedText: shipped == file.text(node) ? nil : shipped)
        }
    }

    private init(name: String, owner: VersionPieces, file: SwiftFile, node: ClassDeclSyntax, shippedText: String?) {
        self.name = name
        self.owner = owner
        self.file = file
        self.node = node
        self.shippedText = shippedText
    }

    /// The edit that restores the class in the older version. Nil if the class wasn't edited, or if its shipped source
    /// isn't known.
    var restoration: (path: String, range: Range<Int>, text: String)? {
        shippedText.map { (file.path, node.bounds, $0) }
    }

    /// Returns the class's source for the next version, with references to the older version replaced by references to
    /// the next version.
    private func text(in version: String, indent: String) -> String {
        var edits = TextEdits()
        for token in node.tokens(viewMode: .sourceAccurate) where token.names(owner.name) {
            edits.replace(token.bounds, with: version)
        }
        let oldIndent = file.indentation(at: node.bounds.lowerBound)
        return edits.applied(to: file, in: node.bounds).replacing("\n" + oldIndent, with: "\n" + indent)
    }

    /// Adds the class to one of the next version's declarations. The class replaces a typealias for it in this
    /// declaration. If no declaration of the version contains such a typealias, the class becomes the last member of
    /// the version's type.
    ///
    /// - Parameters:
    ///   - isMain: whether the declaration is the version's type and not an extension.
    ///   - aliased: whether any declaration of the version contains a typealias for the class.
    func add(
        to edits: inout TextEdits, of piece: VersionPiece, isMain: Bool, aliased: Bool,
        as version: String
    ) {
        for token in piece.node.tokens(viewMode: .sourceAccurate) where token.names(owner.name) {
            guard token.nextToken(viewMode: .sourceAccurate)?.text == ".",
                token.nextToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.text == name
            else { continue }
            edits.replace(token.bounds, with: version)
        }
        let members = piece.node.typeMembers?.members
        if let alias = members?.compactMap({ $0.decl.as(TypeAliasDeclSyntax.self) }).first(where: {
            $0.name.text == name
        }) {
            let indent = piece.file.indentation(at: alias.bounds.lowerBound)
            edits.replace(alias.bounds, with: text(in: version, indent: indent))
        } else if isMain, !aliased, let last = members?.last {
            let indent = piece.file.indentation(at: last.bounds.lowerBound)
            let lineEnd = piece.file.lineEnd
            edits.insert(lineEnd + lineEnd + indent + text(in: version, indent: indent), at: last.endWithComment)
        }
    }
}
