import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The changes to a declared version since an earlier state, such as its fixture, with their locations in the source.
struct SchemaDrift: Sendable {
    struct Change: Sendable {
        let change: ModelChange
        /// The `#if` condition of the variant that has the change, or nil if the version's main model has it.
        let platform: String?
        /// The names of the platforms whose users are affected. Empty if all platforms are affected, or if the affected
        /// platforms aren't known.
        let platforms: [String]
        /// The location of the changed declaration. For a removed declaration, this is the location of the declaration
        /// that contained it.
        let location: SourceLocation
        /// The enum or struct whose declaration changed, or nil if the change isn't in an enum or struct.
        var type: ValueType?
        /// The parts of the change that prevent, or may prevent, values in existing rows from being decoded.
        var obstacles: [DecodingObstacle] = []
        /// Whether the change removes fields from encoded values.
        var removesFields = false
        /// Whether the change only adds cases to an enum, or renames cases that keep their raw values. All existing values can still be decoded, and the version
        /// hash is unchanged, so neither a new version nor a revert is needed.
        var isHarmless = false
        /// Whether the change renames cases that keep their raw values.
        var renamesCases = false

        /// Whether the change only affects how values of an enum or struct are encoded. Such a change doesn't affect
        /// the version hash.
        var isOfEncodedValue: Bool {
            type != nil && change.kind == .silent
                && [.swiftType, .codingKey, .codableCode].contains(change.aspect)
        }
    }

    private(set) var changes: [Change] = []
    /// The declarations that can't be compared.
    private(set) var issues: [SourceIssue] = []
    /// The most serious kind of change, or nil if there are no changes or only harmless ones.
    private(set) var strongest: ModelChange.Kind?
    /// The migration that the framework infers from the earlier version to the declared one. Nil unless a hash changed.
    private(set) var verdict: MigrationVerdict?
    /// The older frameworks that may have created the frozen store. Nil if the store doesn't have the hashes that only
    /// these frameworks compute.
    private(set) var framework: FrameworkVariant.Framework?

    /// Compares an earlier version with the declared version. There are no changes if either version has no model.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)`` if a version's model can't be decoded.
    static func find(
        from earlier: SchemaVersion, to declared: DeclaredVersion
    ) throws(ProjectError) -> SchemaDrift {
        var drift = SchemaDrift()
        guard let content = earlier.content, var model = try declared.decoded() else { return drift }
        let frozen = try earlier.evaluated()
        let old =
            content.isArchived
            ? []
            : try earlier.branches().sorted { $0.key < $1.key }.map { ($0.key, Self.platforms(in: $0.key), $0.value) }
        // The version may have been frozen for a different platform.
        var before = declared.platforms.first.flatMap { name in old.first { $0.1.contains(name) } }?.2 ?? frozen
        if content.isArchived, let variant = model.variant(matching: before.versionHashes) {
            drift.framework = variant.framework
            model = model.model(of: variant)
        }
        let version = declared.schemaVersion
        func differences(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            let models = SchemaModel.comparable(
                (old, content.isArchived ? .archive : .declaration), (new, .declaration))
            // If unversioned models become versioned, they get a version identifier. That isn't drift.
            let wasUnversioned = earlier.schema == earlier.group && earlier.schema != declared.name
            let isVersioned =
                (earlier.schema == DeclaredVersion.unversionedName || wasUnversioned) && !declared.isUnversioned
            return ModelDifference(from: models.old, to: models.new).changes.filter { change in
                (!isVersioned || change.aspect != .versionIdentifier) && !version.isDefaultText(change)
            }
        }
        before = before.expandingGenerics(earlier.code, comparedWith: version.code)
        model = model.expandingGenerics(version.code, comparedWith: earlier.code)
        let base = differences(before, model)
        if base.contains(where: { $0.kind == .identity }) {
            drift.verdict = LightweightInference(from: before, to: model).verdict
        }
        let branches = content.isArchived ? [] : try Self.branches(of: old, frozen, declared, model)
        let changes = branches.map { differences($0.old, $0.new) }
        drift.add(base, in: SchemaDrift.TypeChanges(base, from: before, to: model, of: version)) { change in
            let others = zip(branches, changes).filter { !$1.contains(change) }.map(\.0.platforms)
            // A condition on a flag doesn't name platforms.
            guard !others.isEmpty, !others.contains([]) else { return [] }
            let known = declared.platforms + declared.variants.flatMap(\.platforms)
            return (known.isEmpty ? Platform.allCases.map(\.rawValue) : known).filter { name in
                !others.contains { $0.contains(name) }
            }
        } at: {
            version.place(of: $0) ?? declared.location
        }
        drift.addCode(CodeChanges(earlier, version, from: before, to: model))
        if let code = earlier.code {
            drift.issues += declared.issues.filter { issue in
                guard case .namesake(let model, let property, _, _, _) = issue.problem else { return false }
                return code.part("\(model).\(property)") != .namesake
            }.map { SourceIssue($0.problem, at: $0.location) }
        }
        for (branch, all) in zip(branches, changes) {
            let changes = all.filter { !base.contains($0) }
            // Locations inside a variant aren't known.
            let types = SchemaDrift.TypeChanges(
                branch.isDeclared ? [] : changes, from: branch.old, to: branch.new, of: version)
            drift.add(changes, on: branch.condition, in: types) { _ in
                branch.platforms
            } at: {
                branch.location ?? version.place(of: $0) ?? declared.location
            }
        }
        return drift
    }

    /// The platforms, or the compilation flag, for which the earlier or the declared version has a variant.
    private struct Branch {
        let condition: String
        /// The names of the platforms. Empty for a flag.
        let platforms: [String]
        let location: SourceLocation?
        /// Whether the declared version has a variant for the branch's platforms or flag.
        let isDeclared: Bool
        let old: SchemaModel
        let new: SchemaModel
    }

    /// Returns the branches for which either version has a variant: one for each flag, and one for each set of
    /// platforms with the same variants. Omits variants that couldn't be evaluated, because they are reported as
    /// issues, not as drift.
    private static func branches(
        of old: [(condition: String, platforms: [String], model: SchemaModel)], _ before: SchemaModel,
        _ declared: DeclaredVersion, _ model: SchemaModel
    ) throws(ProjectError) -> [Branch] {
        var branches: [Branch] = []
        func add(
            _ before: (condition: String, platforms: [String], model: SchemaModel)?, _ variant: SchemaVersion.Variant?,
            on platforms: [String], else base: SchemaModel
        ) throws(ProjectError) {
            guard let new = variant == nil ? model : try declared.decoded(variant) else { return }
            // The narrower condition describes the platforms better.
            let isNarrower = (before?.platforms.count ?? .max) < (variant?.platforms.count ?? .max)
            let condition = isNarrower ? before?.condition : variant?.condition ?? before?.condition
            branches.append(
                Branch(
                    condition: condition ?? "", platforms: platforms, location: variant?.location,
                    isDeclared: variant != nil, old: before?.model ?? base, new: new))
        }
        // Platforms with the same two models are one branch.
        var pairs: [(old: Int?, new: Int?, platforms: [String])] = []
        let built = declared.platforms + declared.variants.flatMap(\.platforms)
        for platform in Platform.allCases.map(\.rawValue) where built.isEmpty || built.contains(platform) {
            let before = old.firstIndex { $0.platforms.contains(platform) }
            let variant = declared.variants.firstIndex { $0.platforms.contains(platform) }
            guard before != nil || variant != nil else { continue }
            if let known = pairs.firstIndex(where: { $0.old == before && $0.new == variant }) {
                pairs[known].platforms.append(platform)
            } else {
                pairs.append((before, variant, [platform]))
            }
        }
        for pair in pairs {
            try add(
                pair.old.map { old[$0] }, pair.new.map { declared.variants[$0] }, on: pair.platforms, else: before)
        }
        let flags = Set(old.filter(\.platforms.isEmpty).map(\.condition))
            .union(declared.variants.filter(\.platforms.isEmpty).map(\.condition))
        for flag in flags.sorted() {
            try add(
                old.first { $0.condition == flag }, declared.variants.first { $0.condition == flag }, on: [],
                else: before)
        }
        return branches
    }

    /// Returns the platforms in a condition such as `os(iOS) || os(macOS)`, or `!(os(iOS))`. The result is empty for
    /// any other condition.
    private static func platforms(in condition: String) -> [String] {
        let isNegated = condition.hasPrefix("!(") && condition.hasSuffix(")")
        let terms = isNegated ? String(condition.dropFirst(2).dropLast()) : condition
        let names = terms.components(separatedBy: " || ").map { term in
            Platform.allCases.first { term == "os(\($0.rawValue))" }?.rawValue
        }
        guard !names.contains(nil) else { return [] }
        let found = names.compactMap(\.self)
        return isNegated ? Platform.allCases.map(\.rawValue).filter { !found.contains($0) } : found
    }

    /// Removes changes that an earlier comparison already found.
    mutating func leaveOut(_ known: [Change]) {
        changes.removeAll { change in known.contains { $0.change == change.change && $0.platform == change.platform } }
        strongest = changes.filter { !$0.isHarmless }.map(\.change.kind).max()
    }

    private mutating func addCode(_ code: CodeChanges) {
        issues += code.issues
        for change in code.changes {
            changes.append(
                Change(
                    change: change.change, platform: change.condition, platforms: [], location: change.type.location,
                    type: change.type, obstacles: change.obstacles))
            strongest = max(strongest ?? change.change.kind, change.change.kind)
        }
    }

    private mutating func add(
        _ added: [ModelChange], on platform: String? = nil, in types: SchemaDrift.TypeChanges,
        _ affected: (ModelChange) -> [String], at place: (ModelChange) -> SourceLocation
    ) {
        for change in added {
            let platforms = affected(change)
            let edited = types.types(of: change)
            let isHarmless = types.keepsCases(change)
            if edited.isEmpty {
                changes.append(
                    Change(
                        change: change, platform: platform, platforms: platforms, location: place(change),
                        isHarmless: isHarmless))
            }
            for type in edited {
                changes.append(
                    Change(
                        change: change, platform: platform, platforms: platforms, location: type.location, type: type,
                        obstacles: types.obstacles(of: change, in: type),
                        removesFields: types.removesFields(change, in: type), isHarmless: isHarmless,
                        renamesCases: types.renamesCases(change)))
            }
            if !isHarmless { strongest = max(strongest ?? change.kind, change.kind) }
        }
    }
}

extension SchemaVersion {
    /// Returns whether a change only replaces the source text of a default with the value that the text has.
    fileprivate func isDefaultText(_ change: ModelChange) -> Bool {
        guard change.aspect == .defaultValue, change.element.isEmpty, let before = change.before,
            let entity = change.entity, let property = change.property
        else { return false }
        return places?.parts.defaultTexts[entity]?[property] == before
    }

    /// Returns the models of the version's variants, keyed by `#if` condition. Variants that couldn't be evaluated are
    /// left out.
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
    /// The changes to a model that were caused by editing an enum or struct whose values the properties store.
    struct TypeChanges {
        private struct Place: Hashable {
            var entity: String
            var property: String
        }

        private let version: SchemaVersion
        /// For each changed property, the differences between its old and new values. Leaves out properties whose own
        /// type, optionality, or transformer changed.
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

        /// Returns the enums and structs whose edits caused a change. Returns an empty array if something else was
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

        /// Returns whether a change only adds cases to enums, or renames cases that keep their raw values, and doesn't
        /// affect the version hash.
        func keepsCases(_ change: ModelChange) -> Bool {
            guard change.kind == .silent else { return false }
            if change.aspect == .enumerationCase {
                return change.before == nil
                    || Self.place(of: change).flatMap { differences[$0] }?.isRenamedCase(at: change.element) == true
            }
            guard change.aspect == .swiftType, let place = Self.place(of: change),
                let difference = differences[place], !difference.isRetyped, difference.obstacles.isEmpty,
                !difference.places.isEmpty
            else { return false }
            return difference.places.allSatisfy { $0.aspect == .enumerationCase && ($0.before == nil || $0.isRenamed) }
        }

        func renamesCases(_ change: ModelChange) -> Bool {
            guard let place = Self.place(of: change), let difference = differences[place] else { return false }
            return difference.places.contains { $0.isRenamed && $0.path.starts(with: change.element) }
        }

        /// Returns the parts of a change that prevent, or may prevent, values in existing rows from being decoded.
        /// Their paths are relative to `type`.
        func obstacles(of change: ModelChange, in type: ValueType) -> [DecodingObstacle] {
            guard let place = Self.place(of: change), let difference = differences[place] else { return [] }
            return difference.obstacles.filter {
                $0.path.starts(with: change.aspect == .swiftType ? type.path : change.element)
            }.map {
                DecodingObstacle(
                    path: Array($0.path.dropFirst(type.path.count)), reason: $0.reason, isCertain: $0.isCertain)
            }
        }

        func removesFields(_ change: ModelChange, in type: ValueType) -> Bool {
            guard let place = Self.place(of: change), let difference = differences[place] else { return false }
            return difference.places.contains { $0.aspect == .removed && $0.path.starts(with: type.path) }
        }
    }
}
