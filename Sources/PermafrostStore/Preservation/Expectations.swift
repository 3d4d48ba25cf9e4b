import PermafrostModel

/// The changes that a test expects from a migration, by kind. A set of paths that contains a relationship also contains
/// its inverse.
package struct Expectations {
    package private(set) var removed: Set<String>
    package let changed: Set<String>
    package let filled: Set<String>
    package let added: Set<String>
    package let renamed: [(from: ModelContinuity.Place, to: ModelContinuity.Place)]

    private let all: [ExpectedChange]
    private var mistakes: [AcceptedLosses.Mistake] = []

    package init(_ changes: [ExpectedChange], before: SchemaModel, after: SchemaModel) {
        all = changes
        func paths(_ kind: ExpectedChange.Kind) -> Set<String> {
            var paths = Set(changes.filter { $0.kind == kind }.map(\.path))
            // A relationship and its inverse count as a single property.
            for path in paths {
                guard let place = ModelContinuity.Place(path) else { continue }
                for model in [before, after] {
                    if let inverse = model.inverse(of: place) { paths.insert(inverse.path) }
                }
            }
            return paths
        }
        removed = paths(.removed)
        changed = paths(.changed)
        filled = paths(.filled)
        added = paths(.added)
        renamed = changes.compactMap { change in
            guard case .renamed(let target) = change.kind, let from = ModelContinuity.Place(change.path),
                let to = ModelContinuity.Place(target)
            else { return nil }
            return (from, to)
        }
    }

    /// Adds declared losses of entities and properties to the expected removals. Ignores the loss of an entity or
    /// property that still exists in the newer model.
    package mutating func accept(_ losses: AcceptedLosses, _ continuity: ModelContinuity) {
        mistakes += losses.mistakes
        let keptEntities = Set(continuity.entitySource.values)
        let keptPaths = Set(continuity.propertySource.values.map(\.path)).union(keptEntities)
        removed.formUnion(losses.reasons.keys.map(\.path).filter { !keptPaths.contains($0) })
    }

    /// Returns whether `declared` contains any of the paths or the entity's name of any path. Use this function only
    /// with ``changed`` and ``filled``, because in ``removed`` and ``added``, an entity's name doesn't include its
    /// properties.
    package func declares(_ paths: [String], in declared: Set<String>) -> Bool {
        paths.contains { path in
            declared.contains(path)
                || path.firstIndex(of: ".").map { declared.contains(String(path[..<$0])) } ?? false
        }
    }

    /// Returns a difference for each declared change that didn't happen, or whose path doesn't exist in the models.
    package func stale(_ continuity: ModelContinuity) -> [DataDiff.Difference] {
        let problems = all.compactMap { change in problem(of: change, continuity).map { (change.path, $0) } }
        return (problems + mistakes.map { ($0.path, $0.text) }).map { path, text in
            DataDiff.Difference(kind: .untrueExpectation, path: path, row: nil, before: nil, after: text)
        }
    }

    private func problem(of change: ExpectedChange, _ continuity: ModelContinuity) -> String? {
        let inBefore = Self.exists(change.path, in: continuity.before)
        let inAfter = Self.exists(change.path, in: continuity.after)
        let place = ModelContinuity.Place(change.path)
        switch change.kind {
        case .removed:
            if !inBefore { return "declared as removed, but the old store doesn't have it" }
            if let place, continuity.propertySource.values.contains(place), !change.path.isElementPath {
                let kept = continuity.propertySource.filter { $0.value == place }.keys.map(\.path).sortedByCodeUnit()
                return inAfter && kept.contains(change.path)
                    ? "declared as removed, but the new store still has it"
                    : "declared as removed, but it keeps its values as \(kept[0])"
            }
        case .added:
            if !inAfter { return "declared as added, but the new store doesn't have it" }
            if let place, continuity.propertySource[place] != nil, !change.path.isElementPath {
                return "declared as added, but the old store already has it; use .changed if the plan gives it "
                    + "different values"
            }
        case .changed, .filled:
            if !inBefore && !inAfter { return "declared as changed, but neither store has it" }
            if let place, continuity.propertySource[place] == nil,
                !continuity.propertySource.values.contains(place)
            {
                return inAfter
                    ? "declared as changed, but it is new; use .added"
                    : "declared as changed, but it was removed; use .removed"
            }
        case .renamed(let target):
            if !inBefore { return "declared as renamed, but the old store has no such property" }
            if !Self.exists(target, in: continuity.after) {
                return "declared as renamed to \(target), which the new store doesn't have"
            }
        }
        return nil
    }

    private static func exists(_ path: String, in model: SchemaModel) -> Bool {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let entity = parts.first, model.entity(named: entity) != nil else { return false }
        guard parts.count > 1 else { return true }
        guard let property = model.properties(of: entity).first(where: { $0.name == parts[1] }) else { return false }
        guard parts.count > 2 else { return true }
        guard case .attribute(var attribute) = property else { return false }
        for part in parts.dropFirst(2) {
            guard let element = attribute.elements.first(where: { $0.name == part }) else { return false }
            attribute = element
        }
        return true
    }
}

extension ModelContinuity.Place {
    /// Creates a place from a path such as `Post.author`. Ignores the names of a composite's elements. Returns nil for
    /// an entity's name.
    package init?(_ path: String) {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        self.init(entity: String(parts[0]), property: String(parts[1]))
    }
}

extension String {
    /// Whether the path refers to an element of a composite, such as `Post.address.street`.
    fileprivate var isElementPath: Bool { count(where: { $0 == "." }) > 1 }
}
