import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The distinct shapes that an app shipped, in the order that they were replaced, and the current shape.
package struct ShippedShapes: Sendable {
    /// A shape. Models with equal version hashes have the same shape, so a new default value, for example, doesn't
    /// create a new shape.
    package struct Shape: Sendable {
        /// The version with this shape, under the name that it has now or gets when it is adopted.
        package let shipped: ShippedVersion
        /// The dates of the first and last tag with this shape, or nil if no tag has it.
        package let dates: (first: String, last: String)?
        /// The commit of the last tag with this shape, or nil if the current sources have this shape.
        package let commit: GitRepository.Commit?
        /// Whether this is the shape of the current sources.
        package let isToday: Bool
        /// The migration to the next shape, or nil for the last shape.
        package let toNext: ShapeStep?
        /// The migration to the current shape, or nil for the current shape.
        package let toToday: ShapeStep?
        /// The position of the last tag with this shape, or `Int.max` if no tag has it.
        let order: Int
        let model: SchemaModel
    }

    /// The shapes, oldest first.
    package let all: [Shape]

    /// The properties of a shape that are known before it is compared with the others.
    private struct Entry {
        let schema: DeclaredVersion
        let commit: GitRepository.Commit?
        let checksum: String
        var tags: [String]
        var dates: (first: String, last: String)?
        var order: Int
    }

    /// Collects the shapes at a project's tags, and the current shape.
    ///
    /// - Parameter today: the current declaration of the models that containers open.
    /// - Throws: ``AdoptionError/numbers(_:)`` if a fixture's version isn't greater than the versions of earlier
    ///   shapes, ``AdoptionError/unnumbered(_:)`` if a fixture's version doesn't have three numbers, or an error if a
    ///   model can't be decoded.
    static func run(
        _ history: ProjectHistory, today: DeclaredVersion, group: VersionGroup, _ project: Project
    ) throws -> ShippedShapes {
        let entries = Self.entries(of: history, today: today)
        let models = try entries.map { try $0.schema.decoded() }
        let frozen = try FixtureChecksums(VersionMatcher(project))
        let versions = try Self.versions(of: entries, today: today, group, frozen, project)
        let names = project.declaredNames
        let all = try zip(entries, models).enumerated().compactMap { index, pair -> Shape? in
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
        return ShippedShapes(all: all)
    }

    /// Returns the distinct shapes at the tags, in the order that they were replaced, and the current shape last.
    private static func entries(of history: ProjectHistory, today: DeclaredVersion) -> [Entry] {
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
        guard let checksum = today.model?.versionChecksum else { return entries }
        // If the current sources have this shape again, it is the last one, regardless of when it shipped.
        let index = entries.firstIndex { $0.checksum == checksum }
        let known = index.map { entries.remove(at: $0) }
        return entries + [
            Entry(
                schema: today, commit: nil, checksum: checksum, tags: known?.tags ?? [], dates: known?.dates,
                order: known?.order ?? Int.max)
        ]
    }

    /// Returns the version names of the shapes, in the order of `entries`.
    ///
    /// If the current models have a `VersionedSchema`, a shape gets the name of the current version with the same
    /// hashes. If there is no such version, it gets the name of the version that declared it at its tag.
    ///
    /// If the current models have no `VersionedSchema`, a shape gets the version of the fixture that contains it.
    /// Shapes without a fixture are numbered. The newest shape that shipped, and a current shape after it, become major
    /// versions. Older shapes become the preceding minor versions.
    ///
    /// - Throws: ``AdoptionError/numbers(_:)`` or ``AdoptionError/unnumbered(_:)`` if a fixture's version can't be
    ///   used.
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

    /// Returns the first unused major or minor version after `last`. If a later shape's version, `next`, isn't higher
    /// than this version, returns the first unused patch version after `last`.
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

/// The migration that the framework infers from one shape to another.
package struct ShapeStep: Sendable, Hashable, Encodable {
    /// The most serious verdict for any of the changes.
    package let verdict: MigrationVerdict
    /// The subjects of the changes with that verdict, such as `Trip.note` or `SavedFilter`.
    package let subjects: [String]

    init(from old: SchemaModel, to new: SchemaModel) {
        let inference = LightweightInference(from: old, to: new)
        let verdict = inference.verdict ?? .nothing
        self.verdict = verdict
        subjects = inference.changes.filter { $0.verdict == verdict }.map(\.change.subject).unique
    }

    /// The kind of stage that a plan needs for this step. It is lightweight if the framework can infer the migration,
    /// even if data is lost. Otherwise, it is custom.
    package var stage: PlanStage.Kind { verdict <= .losesData ? .lightweight : .custom }
}

extension ShippedShapes {
    /// The groups of entities that are connected by relationships or superclasses. An entity's class can be copied to
    /// a version only together with the classes that it is connected to.
    struct ModelComponents {
        private var groups: [String: Set<String>] = [:]

        /// Groups the entities of the given models. Two entities are in the same group if relationships or superclasses
        /// connect them in any of the models, directly or through other entities.
        init(_ models: [SchemaModel]) {
            for entity in models.flatMap(\.entities) {
                join([entity.name] + entity.relationships.map(\.destination) + (entity.superentity.map { [$0] } ?? []))
            }
        }

        private mutating func join(_ names: [String]) {
            let all = names.reduce(into: Set(names)) { all, name in all.formUnion(groups[name] ?? []) }
            for name in all { groups[name] = all }
        }

        /// Returns the given entities, and all entities that they are connected to.
        func connected(with names: some Sequence<String>) -> Set<String> {
            names.reduce(into: []) { all, name in all.formUnion(groups[name] ?? [name]) }
        }
    }
}

/// The reason that nothing is adopted.
package enum AdoptionError: Error, Sendable, Hashable {
    case shallowClone
    /// Containers that open users' stores list different models. The value contains one container's location for each
    /// list.
    case severalContainers([SourceLocation])
    /// There are several groups of versions, and none was selected.
    case severalGroups([String])
    /// The models that the sources declare can't be evaluated.
    case unreadable(SourceLocation)
    /// There is no tag with this name.
    case unknownTag(String, known: [String])
    /// A fixture's version isn't greater than the versions of earlier shapes. The value is the fixture's version.
    case numbers(String)
    /// Some fixtures have shapes that no tag has. The value contains the fixtures' versions.
    case untagged([String])
    /// A fixture's version isn't an identifier with three numbers.
    case unnumbered(String)
    /// A file that would be created already exists.
    case exists(path: String)
}
