import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The distinct shapes in which an app shipped, in the order in which they were replaced, and today's.
package struct ShippedShapes: Sendable {
    /// A shape: models with equal version hashes. What a hash does not hold, such as a default, makes no other shape.
    package struct Shape: Sendable {
        /// The version in that shape, under the name that it has, or would have.
        package let shipped: ShippedVersion
        /// When the first and the last of them were made.
        package let dates: (first: String, last: String)?
        /// The commit of the last tag that has it; nil for the sources as they are.
        package let commit: GitRepository.Commit?
        /// Whether the sources have it.
        package let isToday: Bool
        /// What a migration to the shape after it does; nil for the last.
        package let toNext: ShapeStep?
        /// What a migration to today's does; nil for today's.
        package let toToday: ShapeStep?
        /// The position of its last tag among all; `Int.max` for the sources.
        let order: Int
        let model: SchemaModel
    }

    /// The shapes, oldest first.
    package let all: [Shape]

    /// What a shape is made of, before its neighbours are known.
    private struct Entry {
        let schema: DeclaredVersion
        let commit: GitRepository.Commit?
        let checksum: String
        var tags: [String]
        var dates: (first: String, last: String)?
        var order: Int
    }

    /// - Parameters:
    ///   - today: what the sources declare of the models that are opened.
    ///   - order: the position of each tag.
    /// - Throws: ``AdoptionError/numbers(_:)`` if fixtures give shapes numbers in another order, or a model cannot be decoded.
    init(_ history: ProjectHistory, today: DeclaredVersion, group: VersionGroup, _ project: Project) throws {
        let order = history.tagOrder
        var entries: [Entry] = []
        for one in history.shipped {
            guard let checksum = one.schema.model?.versionChecksum else { continue }
            let position = order[one.tag, default: 0]
            let index = entries.firstIndex { $0.checksum == checksum }
            let known = index.map { entries.remove(at: $0) }
            let tags = (known?.tags ?? []).filter { $0 != one.tag } + [one.tag]
            entries.append(
                Entry(
                    schema: one.schema, commit: one.commit, checksum: checksum, tags: tags,
                    dates: (known?.dates?.first ?? one.commit.date, one.commit.date), order: position))
        }
        if let checksum = today.model?.versionChecksum {
            // A shape that the sources have again is the last one, whenever it shipped.
            let index = entries.firstIndex { $0.checksum == checksum }
            let known = index.map { entries.remove(at: $0) }
            entries.append(
                Entry(
                    schema: today, commit: nil, checksum: checksum, tags: known?.tags ?? [], dates: known?.dates,
                    order: known?.order ?? Int.max))
        }
        let models = try entries.map { try $0.schema.decoded() }
        let frozen = try FixtureChecksums(VersionMatcher(project))
        let versions = try Self.versions(of: entries, today: today, group, frozen, project)
        let names = project.declaredNames
        all = try zip(entries, models).enumerated().compactMap { index, pair -> Shape? in
            guard let model = pair.1 else { return nil }
            let (entry, isLast) = (pair.0, index == entries.count - 1)
            let next = isLast ? nil : models[index + 1].map { ShapeStep(from: model, to: $0) }
            let last = isLast ? nil : models.last.flatMap { $0 }.map { ShapeStep(from: model, to: $0) }
            let shipped = ShippedVersion(
                declared: entry.schema.inGroup(group.name, named: versions[index]), versionChecksum: entry.checksum,
                variantChecksums: try entry.schema.variantChecksums(), tags: entry.tags,
                describedBy: names[entry.checksum],
                standing: frozen.standing([entry.checksum], of: entry.schema.name, versions[index], in: group.name))
            return Shape(
                shipped: shipped, dates: entry.dates, commit: entry.commit, isToday: entry.commit == nil, toNext: next,
                toToday: last, order: entry.order, model: model)
        }
    }

    /// What each shape is called: the version that declares it, else the one that a fixture froze it as. Models without a version
    /// are numbered: the newest that shipped is the next major version, older ones are minor versions before it.
    private static func versions(
        of entries: [Entry], today: DeclaredVersion, _ group: VersionGroup, _ frozen: FixtureChecksums,
        _ project: Project
    ) throws -> [String] {
        guard today.isUnversioned else {
            return entries.map { entry in
                let declared = group.schemas.first { $0.model?.versionChecksum == entry.checksum }
                return (declared ?? entry.schema).version ?? entry.schema.versionIdentifier
            }
        }
        let newest = entries.lastIndex { !$0.tags.isEmpty } ?? 0
        let known = try entries.map { entry in
            try frozen.version(of: [entry.checksum], of: today.name, in: group.name).map { version in
                let numbers = version.split(separator: ".").compactMap { Int($0) }
                guard numbers.map(String.init).joined(separator: ".") == version, numbers.count == 3 else {
                    throw AdoptionError.unnumbered(version)
                }
                return numbers
            }
        }
        var last = [0, 0, 0]
        return try entries.enumerated().map { index, entry in
            func isFree(_ numbers: [Int]) -> Bool {
                let standing = frozen.standing(
                    [entry.checksum], of: today.name, Self.name(numbers), in: group.name)
                if case .versionTaken = standing { return false }
                return true
            }
            let next = known[index...].compactMap(\.self).first
            let numbers = known[index] ?? Self.number(after: last, isMajor: index >= newest, before: next, isFree)
            guard last.lexicographicallyPrecedes(numbers),
                known[index] != nil || next.map(numbers.lexicographicallyPrecedes) ?? true
            else { throw AdoptionError.numbers(Self.name(next ?? numbers)) }
            last = numbers
            return Self.name(numbers)
        }
    }

    private static func name(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ".") }

    /// The first free number after another: the next major or minor one, and where that is not before the number of a later shape,
    /// the next of a patch.
    private static func number(
        after last: [Int], isMajor: Bool, before next: [Int]?, _ isFree: ([Int]) -> Bool
    ) -> [Int] {
        var numbers = isMajor ? [last[0] + 1, 0, 0] : [last[0], last[1] + 1, 0]
        while !isFree(numbers) { numbers[isMajor ? 0 : 1] += 1 }
        guard let next, !numbers.lexicographicallyPrecedes(next) else { return numbers }
        numbers = [last[0], last[1], last[2] + 1]
        while !isFree(numbers) { numbers[2] += 1 }
        return numbers
    }
}

/// What a migration from one shape to another does, as the framework infers it.
package struct ShapeStep: Sendable, Hashable {
    /// The gravest thing that it asks for.
    package let verdict: MigrationVerdict
    /// What asks for it: `Trip.note`, `SavedFilter`.
    package let subjects: [String]

    init(from old: SchemaModel, to new: SchemaModel) {
        let inference = LightweightInference(from: old, to: new)
        let verdict = inference.verdict ?? .nothing
        self.verdict = verdict
        subjects = inference.changes.filter { $0.verdict == verdict }.map(\.change.subject).unique
    }

    /// The kind of the stage for it.
    package var stage: VersionGraph.PlanStage.Kind { verdict <= .losesData ? .lightweight : .custom }
}

extension ShippedShapes {
    /// The entities of models in groups that relationships and superclasses connect: one cannot be frozen without the others.
    struct ModelComponents {
        private var groups: [String: Set<String>] = [:]

        /// - Parameter models: what connects two entities in one of them connects them.
        init(_ models: [SchemaModel]) {
            for entity in models.flatMap(\.entities) {
                join([entity.name] + entity.relationships.map(\.destination) + (entity.superentity.map { [$0] } ?? []))
            }
        }

        private mutating func join(_ names: [String]) {
            let all = names.reduce(into: Set(names)) { all, name in all.formUnion(groups[name] ?? []) }
            for name in all { groups[name] = all }
        }

        /// The entities that are connected with one of those that are named, themselves included.
        func connected(with names: some Sequence<String>) -> Set<String> {
            names.reduce(into: []) { all, name in all.formUnion(groups[name] ?? [name]) }
        }
    }
}

/// Why nothing is adopted: facts, which the command line words.
package enum AdoptionError: Error, Sendable, Hashable {
    /// The clone lacks tags.
    case shallowClone
    /// Containers that open users' stores list different models: the first place of each list.
    case severalContainers([SourceLocation])
    /// There are several groups of versions, and none was chosen.
    case severalGroups([String])
    /// The models that the sources declare cannot be evaluated.
    case unreadable(SourceLocation)
    /// No tag of that name.
    case unknownTag(String, known: [String])
    /// A fixture gives a shape a number that is not after those of the shapes before it.
    case numbers(String)
    /// Fixtures have shapes that no tag has: their versions.
    case untagged([String])
    /// A fixture has a shape under a name that is no version identifier: three numbers.
    case unnumbered(String)
    /// A file of the name of a new one is there.
    case exists(path: String)
}
