import SwiftSyntax

/// Other ways in which sources name a type at the top of a file: a typealias, and the module before the name.
struct TypeNames {
    /// The types that aliases at the top of files stand for, by the alias's name.
    let aliases: [String: String]
    private let sources: SourceSet
    private let known: ModuleNames

    /// What was found out of names so far.
    private final class ModuleNames {
        var isModule: [String: Bool] = [:]
    }

    /// - Throws: `UnreadableFile`.
    init(in sources: SourceSet) throws {
        self.sources = sources
        known = ModuleNames()
        var aliases: [String: String] = [:]
        for file in try sources.files(try sources.paths(with: ["typealias"])) {
            for item in file.tree.statements {
                guard let alias = item.item.as(TypeAliasDeclSyntax.self), alias.genericParameterClause == nil,
                    let type = alias.initializer.value.as(IdentifierTypeSyntax.self), type.genericArgumentClause == nil
                else { continue }
                aliases[alias.name.text] = type.name.text
            }
        }
        self.aliases = aliases
    }

    /// The aliases of types, whose names are given.
    func aliases(of types: Set<String>) -> [String: String] { aliases.filter { types.contains($0.value) } }

    /// The type that a token names with its module, and the offsets of both: `App.Trip`.
    ///
    /// - Parameter types: the names of the types that are meant.
    func qualified(_ token: TokenSyntax, among types: Set<String>) throws -> (name: String, range: Range<Int>)? {
        guard token.isTypeReference, let dot = token.nextToken(viewMode: .sourceAccurate), dot.text == ".",
            let name = dot.nextToken(viewMode: .sourceAccurate), types.contains(name.text), !types.contains(token.text)
        else { return nil }
        guard try isModule(token.text) else { return nil }
        return (name.text, token.bounds.lowerBound..<name.bounds.upperBound)
    }

    /// Whether a name before a type's is a module's: no type of the project has it.
    private func isModule(_ name: String) throws -> Bool {
        if let known = known.isModule[name] { return known }
        let words = ["enum", "struct", "class", "actor", "protocol", "typealias", "extension"].map { "\($0) \(name)" }
        let result = try sources.files(try sources.paths(with: words)).allSatisfy { file in
            !file.tree.tokens(viewMode: .sourceAccurate).contains { token in
                token.names(name)
                    && token.previousToken(viewMode: .sourceAccurate).map {
                        words.contains("\($0.text) \(name)")
                    } ?? false
            }
        }
        known.isModule[name] = result
        return result
    }
}
