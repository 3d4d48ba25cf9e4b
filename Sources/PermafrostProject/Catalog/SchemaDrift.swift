import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The changes to a declared version since it was frozen, with their locations in the source.
struct SchemaDrift: Sendable {
    struct Change: Sendable {
        let change: ModelChange
        /// The condition of the platforms with the change, or nil if the change applies to all platforms.
        let platform: String?
        /// The location of the changed declaration. For a removed declaration, this is the location of the declaration
        /// that contained it.
        let location: SourceLocation
        /// The enum or struct whose declaration changed, or nil if the property itself changed.
        var type: ValueType?
        /// The parts of the change that prevent values in existing rows from being decoded.
        var obstacles: [ShapeDifference.DecodingObstacle] = []
        /// Whether the change removes fields from encoded values.
        var removesFields = false

        /// Whether only the encoded form of values changed.
        var isOfEncodedValue: Bool { type != nil && change.kind == .silent && change.aspect == .swiftType }
    }

    private(set) var changes: [Change] = []
    /// The most serious kind of change, or nil if there are no changes.
    private(set) var strongest: ModelChange.Kind?
    /// The frameworks that may have created the frozen store. Nil unless they read the declaration differently than the
    /// newest framework.
    private(set) var framework: FrameworkVariant.Framework?

    init() {}

    /// Compares an earlier version with the declared version.
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
            // If unversioned models become versioned, they get a version identifier. That isn't drift.
            let wasUnversioned = earlier.schema == earlier.group && earlier.schema != declared.name
            let isVersioned =
                (earlier.schema == DeclaredVersion.unversionedName || wasUnversioned) && !declared.isUnversioned
            return ModelDifference(from: models.old, to: models.new).changes.filter { change in
                !isVersioned || change.aspect != .versionIdentifier
            }
        }
        let base = differences(before, model)
        add(base, in: SchemaDrift.TypeChanges(base, from: before, to: model, of: version)) {
            version.place(of: $0) ?? declared.location
        }
        guard !content.isArchived else { return }
        let branches = try earlier.branches()
        let conditions = Set(branches.keys).union(declared.variants.map(\.condition)).sorted()
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            // If a variant couldn't be evaluated, that is reported as an issue, not as drift.
            guard let new = variant == nil ? model : try declared.decoded(variant) else { continue }
            let old = branches[condition] ?? before
            let changes = differences(old, new).filter { !base.contains($0) }
            // Locations inside a variant aren't known.
            let types = SchemaDrift.TypeChanges(variant == nil ? changes : [], from: old, to: new, of: version)
            add(changes, on: condition, in: types) {
                variant?.location ?? version.place(of: $0) ?? declared.location
            }
        }
    }

    /// Removes the changes that an earlier comparison already found.
    mutating func leaveOut(_ known: [Change]) {
        changes.removeAll { change in known.contains { $0.change == change.change && $0.platform == change.platform } }
        strongest = changes.map(\.change.kind).max()
    }

    private mutating func add(
        _ added: [ModelChange], on platform: String? = nil, in types: SchemaDrift.TypeChanges,
        at place: (ModelChange) -> SourceLocation
    ) {
        for change in added {
            let edited = types.types(of: change)
            if edited.isEmpty { changes.append(Change(change: change, platform: platform, location: place(change))) }
            for type in edited {
                changes.append(
                    Change(
                        change: change, platform: platform, location: type.location, type: type,
                        obstacles: types.obstacles(of: change, in: type),
                        removesFields: types.removesFields(change, in: type)))
            }
            strongest = max(strongest ?? change.kind, change.kind)
        }
    }
}

extension SchemaVersion {
    /// Returns the models for platforms whose declaration differs, keyed by condition. Models that couldn't be
    /// evaluated are left out.
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

extension SchemaDrift {
    /// The changes to a model that were caused by editing an enum or struct used in properties' values.
    struct TypeChanges {
        private struct Place: Hashable {
            var entity: String
            var property: String
        }

        private let version: SchemaVersion
        /// The differences in the values of each changed property. Doesn't contain properties whose type changed.
        private var differences: [Place: ShapeDifference] = [:]

        init(_ changes: [ModelChange], from old: SchemaModel, to new: SchemaModel, of version: SchemaVersion) {
            self.version = version
            var retyped: Set<Place> = []
            for change in changes {
                guard let place = Self.place(of: change) else { continue }
                if change.element.isEmpty, [.type, .optionality, .valueTransformer].contains(change.aspect) {
                    retyped.insert(place)
                }
                guard differences[place] == nil,
                    case .attribute(let before)? = old.entity(named: place.entity)?.property(named: place.property),
                    case .attribute(let after)? = new.entity(named: place.entity)?.property(named: place.property)
                else { continue }
                let difference = ShapeDifference(
                    from: before, to: after,
                    decodings: version.valueTypes(entity: place.entity, property: place.property).decodings)
                differences[place] = difference
                if difference.isRetyped || before.compositeSort != after.compositeSort { retyped.insert(place) }
            }
            for place in retyped { differences[place] = nil }
        }

        private static func place(of change: ModelChange) -> Place? {
            guard let entity = change.entity, let property = change.property else { return nil }
            return Place(entity: entity, property: property)
        }

        /// Returns the enums and structs whose edits caused a change. Returns an empty array if the property itself was
        /// edited.
        func types(of change: ModelChange) -> [ValueType] {
            guard let place = Self.place(of: change), let difference = differences[place] else { return [] }
            let paths: [[String]] =
                switch change.aspect {
                case .elementOrder: [change.element + [""]]
                case .swiftType: difference.places.map(\.path).filter { $0.starts(with: change.element) }
                case .defaultValue, .renamingIdentifier, .hashModifier, .userInfo: []
                default: [change.element]
                }
            var found: [ValueType] = []
            for path in paths {
                let type = version.valueType(declaring: path, entity: place.entity, property: place.property)
                if let type, !found.contains(type) { found.append(type) }
            }
            return found
        }

        /// Returns the parts of a change that prevent values in existing rows from being decoded.
        func obstacles(of change: ModelChange, in type: ValueType) -> [ShapeDifference.DecodingObstacle] {
            guard let place = Self.place(of: change), let difference = differences[place] else { return [] }
            return difference.obstacles.filter {
                $0.path.starts(with: change.aspect == .swiftType ? type.path : change.element)
            }.map {
                ShapeDifference.DecodingObstacle(
                    path: Array($0.path.dropFirst(type.path.count)), reason: $0.reason, isCertain: $0.isCertain)
            }
        }

        /// Returns whether a change removes fields from a type.
        func removesFields(_ change: ModelChange, in type: ValueType) -> Bool {
            guard let place = Self.place(of: change), let difference = differences[place] else { return false }
            return difference.places.contains { $0.aspect == .removed && $0.path.starts(with: type.path) }
        }
    }
}
