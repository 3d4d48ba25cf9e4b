import SwiftSyntax

/// A lookup for types that the sources refer to by other names: top-level typealiases, and names that are qualified
/// with a module or a namespace, such as `App.Trip`.
struct TypeNames {
    /// The types that top-level typealiases refer to, directly or through other aliases, keyed by the alias's name.
    let aliases: [String: String]
    /// The types, other than versions, that contain the classes to freeze, as the components of their qualified names,
    /// such as `["Store", "Models"]`. The frozen copies of the classes aren't nested in these types.
    var namespaces: [[String]] = []
    private let sources: SourceSet
    private let known: ModuleNames

    /// A cache that records which names are modules.
    private final class ModuleNames {
        var isModule: [String: Bool] = [:]
    }

    /// Finds the top-level typealiases whose type is a name without generic arguments, such as `Trip` or `App.Trip`.
    ///
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(in sources: SourceSet) throws {
        self.sources = sources
        known = ModuleNames()
        var targets: [String: String] = [:]
        for file in try sources.files(try sources.paths(with: ["typealias"])) {
            for item in file.tree.statements {
                guard let alias = item.item.as(TypeAliasDeclSyntax.self), alias.genericParameterClause == nil,
                    Self.isPath(alias.initializer.value)
                else { continue }
                targets[alias.name.text] = alias.initializer.value.trimmedDescription
            }
        }
        aliases = targets.mapValues { Self.end(of: $0, in: targets) }
    }

    private static func isPath(_ type: TypeSyntax) -> Bool {
        if let name = type.as(IdentifierTypeSyntax.self) { return name.genericArgumentClause == nil }
        guard let member = type.as(MemberTypeSyntax.self) else { return false }
        return member.genericArgumentClause == nil && isPath(member.baseType)
    }

    /// Returns the type that an alias refers to, directly or through other aliases. Follows at most 16 aliases, because
    /// they may be circular.
    private static func end(of name: String, in targets: [String: String]) -> String {
        var name = name
        for _ in 0..<16 {
            guard let next = targets[name] else { break }
            name = next
        }
        return name
    }

    /// Returns the aliases that refer to one of the given types, with the aliases' names as keys and the types' names
    /// as values.
    func aliases(of types: Set<String>) -> [String: String] {
        let owners = Set(namespaces.map { $0.joined(separator: ".") + "." })
        return aliases.compactMapValues { target in
            if types.contains(target) { return target }
            let name = target.split(separator: ".").last.map(String.init) ?? target
            return types.contains(name) && owners.contains(String(target.dropLast(name.count))) ? name : nil
        }
    }

    /// Returns the type that a qualified name such as `App.Trip` refers to, if the name starts at the given token. The
    /// result consists of the type's unqualified name and the range of the qualified name. Returns nil if no such name
    /// starts at the token, or if the type isn't among the given ones.
    ///
    /// - Parameter types: the names of the types to find.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    func qualified(_ token: TokenSyntax, among types: Set<String>) throws -> (name: String, range: Range<Int>)? {
        guard token.isTypeReference else { return nil }
        for namespace in namespaces {
            guard let name = Self.name(after: namespace, from: token), types.contains(name.text) else { continue }
            return (name.text, token.bounds.lowerBound..<name.bounds.upperBound)
        }
        guard let dot = token.nextToken(viewMode: .sourceAccurate), dot.text == ".",
            let name = dot.nextToken(viewMode: .sourceAccurate), types.contains(name.text), !types.contains(token.text)
        else { return nil }
        guard !isOtherModule(token), try isModule(token.text) else { return nil }
        return (name.text, token.bounds.lowerBound..<name.bounds.upperBound)
    }

    /// Returns the token that follows a path, such as `Trip` in `Store.Models.Trip` for the path `Store.Models`.
    /// Returns nil if the path doesn't start at the given token.
    private static func name(after path: [String], from token: TokenSyntax) -> TokenSyntax? {
        var next: TokenSyntax? = token
        for component in path {
            guard next?.text == component, let dot = next?.nextToken(viewMode: .sourceAccurate), dot.text == "." else {
                return nil
            }
            next = dot.nextToken(viewMode: .sourceAccurate)
        }
        return next
    }

    /// Returns whether a token is the name of a module that doesn't belong to the project, such as `Foundation` in
    /// `Foundation.URL`. A file can only use another module's name if it imports the module. A module of the project has
    /// a folder with its name.
    private func isOtherModule(_ token: TokenSyntax) -> Bool {
        let name = token.plainText
        if FrameworkModules.names.contains(name) { return true }
        let statements = token.root.as(SourceFileSyntax.self)?.statements ?? []
        let isImported = statements.contains { item in
            item.item.as(ImportDeclSyntax.self)?.path.first?.name.plainText == name
        }
        return isImported && !sources.paths.contains { $0.split(separator: "/").dropLast().contains { $0 == name } }
    }

    /// Returns whether a name is a module of the project, such as `App` in `App.Trip`. Assumes so if the project neither
    /// declares nor extends a type with that name.
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
