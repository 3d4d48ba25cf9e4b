/// A lookup that finds the declaration of a name by Swift's rules. It searches the innermost scope, the enclosing
/// scopes (including the members of superclasses and protocols), the module, and finally other modules.
///
/// Members of `A` aren't in scope inside `extension A.B`. This is verified against the compiler.
struct NameLookup {
    let table: DeclarationTable
    let configuration: Configuration
    /// Whether to ignore `#if` conditions. If true, all branches are visible.
    var ignoresConditions = false
    /// The recorder of `#if` conditions and files with syntax errors that affect the result. If nil, nothing is
    /// recorded.
    var recorder: Recorder?

    // MARK: Unqualified names

    /// The maximum recursion depth of a lookup, because the inherited types and typealiases that it follows can be
    /// circular.
    private static let depthLimit = 16

    /// The maximum number of types in a typealias's generic arguments to follow.
    private static let branchLimit = 8

    /// Returns the declaration or generic parameter that an unqualified name refers to in a scope. Returns nil if the
    /// project declares neither.
    func find(_ name: String, from scope: LookupScope, depth: Int = 0) -> FoundDeclaration? {
        guard isWithinLimit(depth) else { return nil }
        var scope = scope
        while let node = table.node(of: scope) {
            // An enclosing extension may not be linked to a type yet.
            if node >= 0 {
                if let found = member(name, of: node, seenFrom: scope, depth: depth) { return found }
                if isGenericParameter(name, of: node) { return .parameter }
            }
            guard let next = table.outer(scope) else { break }
            scope = next
        }
        return topLevel(name, from: scope)
    }

    private func isWithinLimit(_ depth: Int) -> Bool {
        if depth < Self.depthLimit { return true }
        recorder?.noteLimit()
        return false
    }

    private func isGenericParameter(_ name: String, of node: Int) -> Bool {
        guard let part = table.nodes[node].parts.first else { return false }
        return table.type(part).generics.contains(name)
    }

    /// Returns the top-level declaration that a name refers to in a file. Returns nil if no declaration with this name
    /// is visible in the file. If `module` isn't nil, finds only declarations in that module.
    func topLevel(_ name: String, from scope: LookupScope, module: String? = nil) -> FoundDeclaration? {
        var candidates: [Candidate] = []
        for node in table.topLevel[name] ?? [] {
            guard let part = activeDeclaration(of: node) else { continue }
            let type = table.type(part)
            candidates.append(
                Candidate(found: .node(node), file: part.file, offset: type.offset, access: type.access))
        }
        for reference in table.topAliases[name] ?? [] {
            let alias = table.alias(reference)
            guard isActive(alias.conditions, in: reference.scope.file) else { continue }
            candidates.append(
                Candidate(
                    found: .alias(reference), file: reference.scope.file, offset: alias.offset, access: alias.access))
        }
        if let module { candidates.removeAll { table.modules[$0.file] != module } }
        return choose(candidates, from: scope)
    }

    // MARK: Members

    /// Returns a type's nested type or typealias with the given name, or nil if the type has none. Also finds members
    /// that the type inherits from superclasses and protocols.
    func member(_ name: String, of node: Int, seenFrom scope: LookupScope, depth: Int = 0) -> FoundDeclaration? {
        let entry = table.nodes[node]
        if entry.children[name] != nil || entry.aliases[name] != nil {
            var candidates: [Candidate] = []
            for child in entry.children[name] ?? [] {
                guard let part = activeDeclaration(of: child) else { continue }
                candidates.append(
                    Candidate(
                        found: .node(child), file: part.file, offset: table.type(part).offset, access: .inside))
            }
            for reference in entry.aliases[name] ?? [] where isActive(partOf: reference.scope) {
                let alias = table.alias(reference)
                guard isActive(alias.conditions, in: reference.scope.file) else { continue }
                candidates.append(
                    Candidate(
                        found: .alias(reference), file: reference.scope.file, offset: alias.offset, access: .inside))
            }
            if let found = choose(candidates, from: scope) { return found }
        }
        guard isWithinLimit(depth) else { return nil }
        for part in entry.parts where isActive(table.type(part).conditions, in: part.file) {
            for inherited in table.type(part).inherited {
                guard let ancestor = self.ancestor(inherited, from: surroundings(of: part), depth: depth + 1),
                    ancestor != node,
                    let found = member(name, of: ancestor, seenFrom: scope, depth: depth + 1)
                else { continue }
                return found
            }
        }
        return nil
    }

    /// Returns the type that an inherited type refers to. For a type of another module, such as `VersionedSchema`,
    /// returns its extensions in the project, or nil if it has none.
    func ancestor(_ type: TypeExpression, from scope: LookupScope, depth: Int = 0) -> Int? {
        node(of: type, from: scope, depth: depth) ?? type.lastName.flatMap { table.foreign[$0] }
    }

    /// Returns the enclosing scope of a declaration.
    func surroundings(of part: DeclarationPart) -> LookupScope {
        LookupScope(file: part.file, type: Int(table.type(part).parent))
    }

    // MARK: Paths

    /// Returns the type that a qualified name refers to, following typealiases, as the index of its node. Returns nil
    /// if the name is ambiguous or doesn't refer to a type in the project.
    func node(named path: [String], from scope: LookupScope, depth: Int = 0) -> Int? {
        guard let first = path.first, isWithinLimit(depth) else { return nil }
        if let found = find(first, from: scope, depth: depth) {
            guard let node = node(of: found, depth: depth) else { return nil }
            return descend(node, path.dropFirst(), from: scope, depth: depth)
        }
        guard path.count > 1, let found = afterModule(first, path[1], from: scope),
            let node = node(of: found, depth: depth)
        else { return nil }
        return descend(node, path.dropFirst(2), from: scope, depth: depth)
    }

    /// Returns the declaration that `module.name` refers to, or nil if the project doesn't declare it. If `module` is
    /// neither a known module of the project nor a framework, searches the declarations of every module.
    func afterModule(_ module: String, _ name: String, from scope: LookupScope) -> FoundDeclaration? {
        table.moduleNames.contains(module)
            ? topLevel(name, from: scope, module: module)
            : FrameworkModules.names.contains(module) ? nil : topLevel(name, from: scope)
    }

    private func descend(_ node: Int, _ path: ArraySlice<String>, from scope: LookupScope, depth: Int) -> Int? {
        var current = node
        for name in path {
            guard let found = member(name, of: current, seenFrom: scope, depth: depth),
                let next = self.node(of: found, depth: depth + 1)
            else { return nil }
            current = next
        }
        return current
    }

    private func node(of found: FoundDeclaration, depth: Int) -> Int? {
        switch found {
        case .node(let node): return node
        case .alias(let reference):
            return self.node(of: table.alias(reference).target, from: reference.scope, depth: depth + 1)
        case .parameter, .ambiguous: return nil
        }
    }

    /// Returns the type that a type's name refers to, as the index of its node. For an `any` or `some` type, this is
    /// the protocol. Returns nil if the type has no name or isn't in the project.
    func node(of type: TypeExpression, from scope: LookupScope, depth: Int = 0) -> Int? {
        switch type {
        case .named(let components): node(named: components.map(\.name), from: scope, depth: depth + 1)
        case .existential(let inner): node(of: inner, from: scope, depth: depth)
        default: nil
        }
    }

    /// Returns the types that the longest possible start of a chain of names refers to, such as `AppV1.Post` in
    /// `AppV1.Post.title`. There are several types if a typealias refers to a type with generic arguments. Returns an
    /// empty array if the chain doesn't start with a type that the project declares, or if the name is ambiguous.
    ///
    /// - Parameter ownType: the node of the type that `Self` refers to, if it is known.
    func types(at path: [String], from scope: LookupScope, ownType: Int? = nil, depth: Int = 0) -> [NamedType] {
        guard let first = path.first, depth < Self.depthLimit else { return [] }
        var length = 1
        var found = first == "Self" ? ownType.map { FoundDeclaration.node($0) } : find(first, from: scope, depth: depth)
        if found == nil, path.count > 1 {
            found = afterModule(first, path[1], from: scope)
            length = 2
        }
        var aliases: [AliasReference] = []
        while let next = found {
            switch next {
            case .parameter, .ambiguous: return []
            case .alias(let reference):
                aliases.append(reference)
                let paths = table.alias(reference).target.namePaths.prefix(Self.branchLimit)
                let next = depth + (paths.count == 1 ? 1 : Self.depthLimit / 4)
                let targets = paths.flatMap { types(at: $0, from: reference.scope, depth: next) }
                guard paths.count == 1, targets.count == 1, let only = targets.first, only.length == paths[0].count
                else { return targets.map { NamedType(node: $0.node, length: length, aliases: aliases + $0.aliases) } }
                aliases += only.aliases
                found = .node(only.node)
            case .node(let node):
                guard length < path.count, let inner = member(path[length], of: node, seenFrom: scope, depth: depth)
                else { return [NamedType(node: node, length: length, aliases: aliases)] }
                found = inner
                length += 1
            }
        }
        return []
    }

    // MARK: Choosing

    private struct Candidate {
        var found: FoundDeclaration
        var file: Int
        var offset: Int32
        var access: ParsedAccess
    }

    /// Returns the candidate that a name in the scope refers to, or nil if no candidate is visible there.
    ///
    /// If exactly one candidate is in the scope's file, this is the result. Otherwise, prefers candidates in the same
    /// module, and then candidates in imported modules. Of these, the result is the nearest by folder, or ambiguous if
    /// several are equally near.
    private func choose(_ all: [Candidate], from scope: LookupScope) -> FoundDeclaration? {
        guard all.count != 1 || all[0].access == .file else { return all[0].found }
        let own = all.filter { $0.file == scope.file }
        if own.count == 1 { return own[0].found }
        var candidates = all.filter { $0.access != .file || $0.file == scope.file }
        guard candidates.count > 1 else { return candidates.first?.found }
        let same = candidates.filter { table.modules[$0.file] == table.modules[scope.file] }
        let imported = candidates.filter { candidate in
            table.modules[candidate.file].map { table.imports($0, in: scope.file) } ?? false
        }
        candidates = !same.isEmpty ? same : imported.isEmpty ? candidates : imported
        guard candidates.count > 1 else { return candidates.first?.found }
        let distances = candidates.map {
            SharedFolders.count(table.files[$0.file].path, table.files[scope.file].path)
        }
        let nearest = distances.max() ?? 0
        let near = zip(candidates, distances).filter { $0.1 == nearest }.map(\.0)
        if near.count == 1 { return near[0].found }
        return .ambiguous(near.map { LookupScope(file: $0.file, type: -1) }, near.map(\.offset))
    }

    // MARK: Conditions

    func isActive(_ conditions: [Condition], in file: Int) -> Bool {
        guard !conditions.isEmpty, !ignoresConditions else { return true }
        recorder?.note(conditions, in: file)
        return configuration.holds(conditions)
    }

    func isActive(partOf scope: LookupScope) -> Bool {
        scope.type < 0 || isActive(table.files[scope.file].types[scope.type].conditions, in: scope.file)
    }

    /// Returns a node's first declaration that the configuration compiles, or nil if it compiles none of them.
    func activeDeclaration(of node: Int) -> DeclarationPart? {
        for part in table.nodes[node].parts.prefix(table.nodes[node].declarationCount) {
            recorder?.noteFile(part.file, of: table)
            if isActive(table.type(part).conditions, in: part.file) { return part }
        }
        return nil
    }

    /// Returns a node's declarations and extensions that the configuration compiles.
    func activeParts(of node: Int) -> [DeclarationPart] {
        table.nodes[node].parts.filter { isActive(table.type($0).conditions, in: $0.file) }
    }
}

/// The result of a lookup.
enum FoundDeclaration {
    case node(Int)
    case alias(AliasReference)
    case parameter
    /// Several declarations that match equally well.
    case ambiguous([LookupScope], [Int32])
}

/// A type that the start of a chain of names refers to.
struct NamedType {
    let node: Int
    /// The number of names that the type's name consists of.
    let length: Int
    /// The typealiases that the names refer to.
    let aliases: [AliasReference]
}

/// A measure of how close two files are.
enum SharedFolders {
    /// Returns the number of leading folders that the paths of two files have in common.
    static func count(_ left: String, _ right: String) -> Int {
        var shared = 0
        for (first, second) in zip(left.utf8, right.utf8) {
            guard first == second else { break }
            if first == UInt8(ascii: "/") { shared += 1 }
        }
        return shared
    }
}

/// The names of modules that never belong to the project.
enum FrameworkModules {
    static let names: Set<String> = [
        "Swift", "Foundation", "SwiftData", "SwiftUI", "CoreData", "CoreLocation", "CoreGraphics", "UIKit",
        "AppKit",
        "MapKit", "Combine", "Observation", "Darwin", "CoreFoundation", "ObjectiveC", "_Concurrency",
    ]
}
