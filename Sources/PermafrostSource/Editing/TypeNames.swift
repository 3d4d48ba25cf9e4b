import SwiftSyntax

/// Other names for top-level types in the sources, which are typealiases and names that are qualified with a module.
struct TypeNames {
    /// The types that top-level typealiases refer to, keyed by alias.
    let aliases: [String: String]
    private let sources: SourceSet
    private let known: ModuleNames

    /// A cache for whether names are modules.
    private final class ModuleNames {
        var isModule: [String: Bool] = [:]
    }

    /// Finds the top-level typealiases for types with a single name and no generic arguments.
    ///
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

    /// Returns the typealiases of the given types, as a dictionary from each alias to its type.
    func aliases(of types: Set<String>) -> [String: String] { aliases.filter { types.contains($0.value) } }

    /// Returns the type's name and the range of a qualified name such as `App.Trip`, whose module is the token. Returns
    /// nil if the token isn't the module of one of the given types.
    ///
    /// - Parameter types: the names of the types to find.
    func qualified(_ token: TokenSyntax, among types: Set<String>) throws -> (name: String, range: Range<Int>)? {
        guard token.isTypeReference, let dot = token.nextToken(viewMode: .sourceAccurate), dot.text == ".",
            let name = dot.nextToken(viewMode: .sourceAccurate), types.contains(name.text), !types.contains(token.text)
        else { return nil }
        guard try isModule(token.text) else { return nil }
        return (name.text, token.bounds.lowerBound..<name.bounds.upperBound)
    }

    /// Returns whether the name preceding a type's name is a module. It is if the project has no type with that name.
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
