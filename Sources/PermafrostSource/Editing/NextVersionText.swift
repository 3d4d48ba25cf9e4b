import SwiftSyntax

/// The newest version's declarations, rewritten for the next version. They have the next version's name and identifier,
/// and also list the models that are new in the next version.
struct NextVersionText {
    private let request: NextVersionRequest
    private let current: VersionPieces
    private let carried: [CarriedClass]
    private let listed: [String]
    private let lists: ModelLists

    /// Creates the next version's text from the newest version's declarations.
    ///
    /// - Parameters:
    ///   - current: the declarations of the newest version.
    ///   - carried: the classes of older versions that the next version copies.
    ///   - listed: new models that no version lists yet.
    init(
        _ request: NextVersionRequest, of current: VersionPieces, carried: [CarriedClass], listed: [String],
        lists: ModelLists
    ) {
        self.request = request
        self.current = current
        self.carried = carried
        self.listed = listed
        self.lists = lists
    }

    /// Returns the source of one of the version's declarations, rewritten for the next version.
    ///
    /// - Throws: `NextVersionDraft.Problem` if a class isn't at its recorded location, or `UnreadableFile` if a file
    ///   can't be read or parsed.
    func text(of piece: VersionPiece) throws -> String {
        var edits = TextEdits()
        let identifiers = VersionPieces.variable("versionIdentifier", in: piece.node)
        for value in identifiers.map({ ListResults(of: $0).expressions }) ?? [] {
            edits.replace(value.bounds, with: Self.identifier(request.identifier, like: value))
        }
        if let version = Self.freezeVersion(of: piece.node) {
            edits.replace(version.bounds, with: "\"\(request.identifier.map(String.init).joined(separator: "."))\"")
        }
        for token in piece.node.tokens(viewMode: .sourceAccurate)
        where token.names(current.name) && !edits.covers(token.bounds) {
            edits.replace(token.bounds, with: request.name)
        }
        for carried in carried {
            carried.add(
                to: &edits, of: piece, isMain: piece.node.id == current.all.first?.node.id,
                aliased: current.nestedNames.contains(carried.name), as: request.name)
        }
        if let models = VersionPieces.variable("models", in: piece.node) {
            try lists.addNext(models, listed, in: piece.file, &edits)
        }
        return edits.applied(to: piece.file, in: piece.range)
    }

    /// Returns the new identifier, written in the style of the existing one.
    static func identifier(_ numbers: [Int], like value: ExprSyntax) -> String {
        let numbers = numbers.map(String.init).joined(separator: ", ")
        let called = value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
        return "\(called ?? "Schema.Version")(\(numbers))"
    }

    /// Returns the version argument of a declaration's `@FreezeSchema`, or nil if the attribute or the argument is
    /// missing.
    static func freezeVersion(of node: DeclSyntax) -> ExprSyntax? {
        for element in node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] {
            guard let attribute = element.as(AttributeSyntax.self),
                attribute.attributeName.trimmedDescription.hasSuffix("FreezeSchema"),
                case .argumentList(let arguments)? = attribute.arguments
            else { continue }
            return arguments.first { $0.label?.text == "version" }?.expression
        }
        return nil
    }
}
