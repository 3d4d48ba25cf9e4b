import PermafrostModel

/// A search for the model classes that aren't in any version or container. Finds a class only if no other code can list
/// it. Finds no classes if a version or a container can't be evaluated.
struct UnlistedModelSearch {
    let table: DeclarationTable
    let declarations: ProjectDeclarations
    let targets: TargetMembership

    /// Returns the classes, sorted by file and location.
    ///
    /// - Parameter uses: counts the expressions such as `Trip.self` for the types with the given names, because each of
    ///   these expressions may list a class. Returns the counts keyed by file and then by name, or nil if the
    ///   expressions can't be counted.
    func models(
        uses: (Set<String>) -> [String: [String: Int]]?
    ) -> [UnlistedClass] {
        guard !declarations.plans.isEmpty || !declarations.containers.isEmpty, isEvaluated else { return [] }
        let listed = listed
        let candidates = table.nodes.indices.filter { node in
            guard let location = table.location(ofNode: node) else { return false }
            return isKnownModel(node) && !listed.contains(location) && !mayBeListedElsewhere(node)
        }
        guard !candidates.isEmpty, let used = uses(Set(candidates.map { table.nodes[$0].name })) else { return [] }
        return candidates.compactMap { node in
            let name = table.nodes[node].name
            let mayBeListed = used.contains { file, counts in
                counts[name].map { $0 != versions(in: file, with: name) } ?? false
            }
            guard !mayBeListed, let location = table.location(ofNode: node) else { return nil }
            return UnlistedClass(
                name: table.nodes[node].path, location: location, namesake: namesake(named: name))
        }.sorted { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
    }

    /// Returns the class with the given name in the newest version that lists one.
    private func namesake(named name: String) -> UnlistedClass.Namesake? {
        let order = declarations.plans.flatMap(\.schemas)
        let versions = declarations.schemas.filter { !$0.isUnversioned && $0.places.parts.entities[name] != nil }
        let newest = order.last { planned in versions.contains { $0.name == planned } } ?? versions.last?.name
        guard let version = versions.first(where: { $0.name == newest }),
            let place = version.places.parts.entities[name],
            let node = table.nodes.indices.first(where: {
                table.nodes[$0].name == name && table.location(ofNode: $0) == place
            })
        else { return nil }
        return UnlistedClass.Namesake(name: table.nodes[node].path, version: version.name)
    }

    /// Returns the number of versions in a file that declare their own class with the given name. Each of these
    /// versions lists its class once.
    private func versions(in file: String, with name: String) -> Int {
        declarations.schemas.count { $0.location.file == file && $0.places.parts.entities[name] != nil }
    }

    /// Whether every file could be parsed, and every version and container could be evaluated.
    private var isEvaluated: Bool {
        !declarations.issues.contains { $0.severity == .error }
            && !table.files.contains { !$0.syntaxErrors.isEmpty }
            && declarations.schemas.allSatisfy { $0.model != nil }
            && declarations.containers.allSatisfy { container in
                container.content != .unknown && container.stores.allSatisfy { $0.content != .unknown }
            }
    }

    /// The locations of the classes in versions and containers, including classes that are reachable from the listed
    /// ones.
    private var listed: Set<SourceLocation> {
        var places = Set(declarations.schemas.flatMap { $0.places.parts.entities.values })
        let contents = declarations.containers.flatMap { [$0.content] + $0.stores.compactMap(\.content) }
        for case .models(let listed, let closure) in contents {
            places.formUnion(listed.map(\.location))
            places.formUnion(closure.map(\.location))
        }
        return places
    }

    /// Returns whether a type is a class with `@Model` in every configuration.
    private func isKnownModel(_ node: Int) -> Bool {
        guard table.nodes[node].declarationCount == 1, let part = table.nodes[node].parts.first else { return false }
        let type = table.type(part)
        guard type.kind == .classType, type.generics.isEmpty,
            type.attributes.contains(where: { $0.name == "Model" && $0.conditions.isEmpty }),
            table.files[part.file].imports.contains("SwiftData")
        else { return false }
        return enclosing(part).allSatisfy(\.conditions.isEmpty)
    }

    /// Returns whether code that isn't evaluated may list a class. Such code may use a typealias for the class or, if
    /// the class is public, be in another module.
    private func mayBeListedElsewhere(_ node: Int) -> Bool {
        guard let part = table.nodes[node].parts.first else { return true }
        let name = table.nodes[node].name
        let aliases = table.files.flatMap { $0.aliases + $0.types.flatMap(\.aliases) }
        if aliases.contains(where: { $0.target.text.split(separator: ".").last.map(String.init) == name }) {
            return true
        }
        let all = enclosing(part)
        let isPublic =
            all.allSatisfy { $0.access == .outside || $0.kind == .extensionOf }
            || all.contains { $0.access == .outside && $0.kind == .extensionOf }
        guard isPublic else { return false }
        // Other modules can list a public class, unless only programs contain it.
        let path = table.files[part.file].path
        let owners = targets.targets.map(targets.target).filter { $0.files.contains(path) }
        return owners.isEmpty || owners.contains { $0.kind == .library }
    }

    /// Returns a type and the declarations and extensions that enclose it.
    private func enclosing(_ part: DeclarationPart) -> [ParsedType] {
        var types: [ParsedType] = []
        var index = Int32(part.type)
        while index >= 0, types.count < 100 {
            let type = table.files[part.file].types[Int(index)]
            types.append(type)
            index = type.parent
        }
        return types
    }
}
