import SwiftSyntax

/// The members that protocols require.
final class ProtocolRequirements {
    private let sources: SourceSet
    private var known: [String: Set<String>?]

    init(in sources: SourceSet) {
        self.sources = sources
        known = Self.standard.mapValues { Optional($0) }
    }

    /// Returns the names of the members that a protocol and the protocols that it inherits from require. Returns nil if
    /// the project doesn't declare them, and they aren't common ones of the standard library.
    ///
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    func names(of name: String) throws -> Set<String>? {
        if let found = known[name] { return found }
        // A protocol that inherits from itself is an error in the source.
        known[name] = .some([])
        var names: Set<String>?
        for file in try sources.files(try sources.paths(with: ["protocol \(name)"])) {
            for node in PlanEdit.NodeFinder<ProtocolDeclSyntax>.all(in: Syntax(file.tree)) where node.name.text == name
            {
                let inherited = try (node.inheritanceClause?.inheritedTypes.map { $0 } ?? []).map { type in
                    try self.names(of: type.type.lastName ?? "")
                }
                guard !inherited.contains(nil) else { continue }
                var own = inherited.compactMap(\.self).reduce(into: Set<String>()) { $0.formUnion($1) }
                for token in node.memberBlock.tokens(viewMode: .sourceAccurate) {
                    switch token.tokenKind {
                    case .identifier, .binaryOperator, .prefixOperator, .postfixOperator, .keyword(.`init`):
                        own.insert(MentionedNames.name(of: token))
                    default: break
                    }
                }
                names = (names ?? []).union(own)
            }
        }
        known[name] = .some(names)
        return names
    }

    /// Returns whether code converts a value to one of the protocols, or checks whether it conforms to one.
    ///
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    func areCast(_ protocols: [String]) throws -> Bool {
        let protocols = Set(protocols)
        func mentions(_ type: TypeSyntax) -> Bool {
            type.tokens(viewMode: .sourceAccurate).contains { protocols.contains($0.text) }
        }
        return try sources.files(try sources.paths(with: protocols.sorted())).contains { file in
            let node = Syntax(file.tree)
            return PlanEdit.NodeFinder<TypeExprSyntax>.all(in: node).contains { expression in
                guard let list = expression.parent, list.is(ExprListSyntax.self) else { return false }
                let previous = expression.previousToken(viewMode: .sourceAccurate)?.tokenKind
                return previous.map(Self.isCast) == true && mentions(expression.type)
            } || PlanEdit.NodeFinder<IsTypePatternSyntax>.all(in: node).contains { mentions($0.type) }
        }
    }

    private static func isCast(_ kind: TokenKind) -> Bool {
        [.keyword(.as), .keyword(.is), .exclamationMark, .postfixQuestionMark].contains(kind)
    }

    private static let standard: [String: Set<String>] = [
        "Sendable": [], "AnyObject": [], "PersistentModel": [], "Observable": [], "Identifiable": ["id", "ID"],
        "Equatable": ["=="], "Hashable": ["==", "hash", "hashValue"], "Comparable": ["==", "<", ">", "<=", ">="],
        "CustomStringConvertible": ["description"], "CustomDebugStringConvertible": ["debugDescription"],
    ]
}
