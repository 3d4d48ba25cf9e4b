import PermafrostModel
import PermafrostSource
import PermafrostStore

/// What changed in a declared version since it was frozen, each change at its place in the source.
struct SchemaDrift: Sendable {
    /// A change.
    struct Change: Sendable {
        let change: ModelChange
        /// The condition of the platforms that alone it is of; nil if it is of all.
        let platform: String?
        /// The place of what changed, or of what holds what is gone.
        let location: SourceLocation
        /// The enum or struct whose declaration changed, if it is one that the property's values are made of.
        var type: ValueType?
        /// What of it keeps rows from being decoded.
        var obstacles: [ShapeDifference.DecodingObstacle] = []
    }

    /// Each change.
    private(set) var changes: [Change] = []
    /// The strongest kind among them.
    private(set) var strongest: ModelChange.Kind?
    /// The frameworks that made the frozen store, if they read the declaration otherwise than the newest.
    private(set) var framework: FrameworkVariant.Framework?

    /// Nothing changed.
    init() {}

    /// Compares an earlier model with the declared one.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    init(_ earlier: SchemaVersion, _ declared: DeclaredVersion) throws(ProjectError) {
        guard let content = earlier.content, var model = try declared.decoded() else { return }
        let before = try earlier.evaluated()
        if content.isArchived, let variant = model.variant(matching: before.versionHashes) {
            framework = variant.framework
            model = model.model(of: variant)
        }
        let version = declared.schemaVersion
        func differences(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            let models = SchemaModel.comparable((old, content.isArchived), (new, false))
            // Models that had no version are given one along with the type that declares them now.
            let isVersioned = earlier.schema == DeclaredVersion.unversionedName && !declared.isUnversioned
            return ModelDifference(from: models.old, to: models.new).changes.filter { change in
                !isVersioned || change.aspect != .versionIdentifier
            }
        }
        let base = differences(before, model)
        add(base, in: TypeChanges(base, from: before, to: model, of: version)) {
            version.place(of: $0) ?? declared.location
        }
        guard !content.isArchived else { return }
        let branches = try earlier.branches()
        let conditions = Set(branches.keys).union(declared.variants.map(\.condition)).sorted()
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            // A branch that could not be evaluated is reported as an issue, not as drift.
            guard let new = variant == nil ? model : try declared.decoded(variant) else { continue }
            let old = branches[condition] ?? before
            let changes = differences(old, new).filter { !base.contains($0) }
            // A branch has places of its own, which are not known.
            let types = TypeChanges(variant == nil ? changes : [], from: old, to: new, of: version)
            add(changes, on: condition, in: types) {
                variant?.location ?? version.place(of: $0) ?? declared.location
            }
        }
    }

    /// Leaves out changes that are known from another comparison.
    mutating func leaveOut(_ known: [Change]) {
        changes.removeAll { change in known.contains { $0.change == change.change && $0.platform == change.platform } }
        strongest = changes.map(\.change.kind).max()
    }

    private mutating func add(
        _ added: [ModelChange], on platform: String? = nil, in types: TypeChanges,
        at place: (ModelChange) -> SourceLocation
    ) {
        for change in added {
            let edited = types.types(of: change)
            if edited.isEmpty { changes.append(Change(change: change, platform: platform, location: place(change))) }
            for type in edited {
                changes.append(
                    Change(
                        change: change, platform: platform, location: type.location, type: type,
                        obstacles: types.obstacles(of: change, in: type)))
            }
            strongest = max(strongest ?? change.kind, change.kind)
        }
    }
}

extension SchemaVersion {
    /// The models on platforms on which it differs, by condition; without those that could not be evaluated.
    fileprivate func branches() throws(ProjectError) -> [String: SchemaModel] {
        var branches: [String: SchemaModel] = [:]
        for variant in variants where variant.content != nil {
            var branch = self
            branch.content = variant.content
            branches[variant.condition] = try branch.evaluated()
        }
        return branches
    }
}
