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

        func versionChecksums() throws(ProjectError) -> [String] {
            [checksum] + (try schema.variantChecksums()).values
        }
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
        // The versions of the project's other groups are in other stores.
        let others = Set(project.groups.map(\.name)).subtracting([group.name])
        let own = history.shipped.filter { !others.contains(history.groupNames.name(of: $0)) }
        let entries = Self.entries(of: own, history.tagOrder, today: today)
        let models = try entries.map { try $0.schema.decoded() }
        let frozen = try FixtureChecksums(VersionMatcher(project))
        let versions = ShapeNumbers(
            try entries.map { entry in
                .init(
                    schema: entry.schema, versionChecksums: try entry.versionChecksums(), isShipped: !entry.tags.isEmpty
                )
            }, of: group, named: group.name, in: project, frozen
        ).names
        if today.isUnversioned { try assertIncreasing(versions) }
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
    private static func entries(
        of versions: [TaggedVersion], _ order: [String: Int], today: DeclaredVersion
    ) -> [Entry] {
        var entries: [Entry] = []
        for one in versions {
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

    /// Throws ``AdoptionError/unnumbered(_:)`` or ``AdoptionError/numbers(_:)`` if versions with these names can't be
    /// declared in this order.
    private static func assertIncreasing(_ versions: [String]) throws(AdoptionError) {
        var last = NumericVersion()
        for version in versions {
            guard let numbers = NumericVersion(version) else { throw .unnumbered(version) }
            guard last < numbers else { throw .numbers(version) }
            last = numbers
        }
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

/// The reason that nothing is adopted.
package enum AdoptionError: Error, Sendable, Hashable {
    case shallowClone
    /// Containers that open users' stores list different models. The value contains one container's location for each
    /// list.
    case severalContainers([SourceLocation])
    /// No container opens the selected models, and the container at the location opens more. The models are its entities.
    case moreModels(SourceLocation, [String])
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
