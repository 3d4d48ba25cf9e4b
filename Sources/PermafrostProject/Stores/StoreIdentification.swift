import PermafrostModel
import PermafrostStore

/// The result of comparing a store with a project's versions. ``candidates`` contains the differences between the store
/// and every version. A version matches if it has the store's version hashes, as in the framework.
package struct StoreIdentification: Sendable {
    /// A version that was compared with the store.
    package struct Candidate: Sendable {
        package let version: SchemaVersion
        /// The staging of the migration plan of the version's group.
        package let staging: Staging
        /// Whether the store's hashes equal the hashes that the newest frameworks, or the frameworks of a variant,
        /// compute for the version. For a store with only the entities of one of the version's configurations, compares
        /// the hashes of these entities.
        package let isMatch: Bool
        /// The variant whose hashes the store has because its frameworks, such as those in iOS 17 and 18, created the
        /// store. Nil if the store has the version's own hashes, or if no variant has the store's hashes.
        package let variant: FrameworkVariant?
        /// The store's similarity to the version.
        package let likeness: StoreLikeness
        /// The differences from the store to the version.
        package let differences: Differences
    }

    /// The differences between a store and a version.
    package enum Differences: Sendable, Hashable {
        /// The differences between the store's model and the version's model, if the store contains a model.
        case models([ModelChange])
        /// The differences in version hashes and columns. Used for a store without a model.
        case tables([TableDifference])
    }

    /// The differences in one entity that can be determined from its version hash and its table's columns.
    package struct TableDifference: Sendable, Hashable {
        package let entity: String
        /// Whether the store contains the entity.
        package let isInStore: Bool
        package let isInVersion: Bool
        /// The columns of the entity's table that only the store has.
        package let columnsOfStore: [String]
        package let columnsOfVersion: [String]
    }

    /// The inspection of the store. If the store matches a version, its tables are compared with that version's.
    package let inspection: StoreInspection
    /// The model that describes the store: the model in the store, completed with a version that has the store's hashes.
    /// For a store without a model, this is that version's model. Nil if the store has no model and matches no version.
    package let model: SchemaModel?
    /// The compared versions, in three groups: versions that match the store, versions with the store's identifier and
    /// a similarity of at least 0.25, and all other versions. Each group is sorted from most to least similar. If two
    /// versions are equally similar, a declared version comes before a frozen one.
    package let candidates: [Candidate]

    /// The migration plan that lists other versions of the store's schema, but not the store's version. Nil if a plan
    /// lists the store's version, or if no plan with stages lists such versions.
    package let unlisting: Unlisting?

    /// A migration plan that doesn't list the store's version.
    package struct Unlisting: Sendable, Hashable {
        package let plan: String
        package let staging: Staging
        /// The store's version.
        package let schema: String
        package let location: SourceLocation?
    }

    /// Compares a store with the known versions.
    ///
    /// - Throws: a ``ProjectError`` if a version's model can't be read.
    package init(_ inspection: StoreInspection, with catalog: VersionCatalog) throws(ProjectError) {
        let hashes = inspection.metadata.versionHashes
        let sides = try catalog.versions.map { version throws(ProjectError) in try VersionSide(version, hashes) }
        let match = sides.first(where: \.isMatch)?.model
        let own = inspection.model(version: match)
        model = own ?? match
        self.inspection = match == nil ? inspection : model.map { inspection.comparingTables(with: $0) } ?? inspection
        let store = StoreSide(inspection, own, match == nil ? .modelCache : .archive)
        let candidates = sides.map { store.compare(with: $0, staging: catalog.staging(of: $0.version)) }
        let order = candidates.indices.sorted { left, right in
            let (first, second) = (candidates[left], candidates[right])
            if first.isMatch != second.isMatch { return first.isMatch }
            if first.likeness != second.likeness { return first.likeness > second.likeness }
            return left < right
        }
        self.candidates = order.map { candidates[$0] }
        unlisting = Self.unlisting(of: self.candidates.filter(\.isMatch), catalog)
    }

    private static func unlisting(of matches: [Candidate], _ catalog: VersionCatalog) -> Unlisting? {
        let declared = matches.filter { $0.version.isDeclared && !$0.version.isUnversioned }
        guard let first = declared.first, let schema = first.version.schema,
            !catalog.plans.contains(where: { plan in declared.contains { $0.version.group == plan.name } })
        else { return nil }
        // A fixture records the group that listed the version when it was frozen.
        let former = Set(matches.filter { !$0.version.isDeclared }.compactMap(\.version.group))
        let family = SchemaName.withoutVersion(schema)
        let plan =
            catalog.plans.first { former.contains($0.name) }
            ?? catalog.plans.first { group in group.schemas.contains { SchemaName.withoutVersion($0.name) == family } }
        guard let plan, let name = plan.plan?.name, plan.staging.effectOnUnknownStore("") != nil,
            plan.staging != .noStages
        else { return nil }
        return Unlisting(plan: name, staging: plan.staging, schema: schema, location: first.version.location)
    }

    /// The versions that match the store.
    package var matches: [Candidate] { candidates.filter(\.isMatch) }

    /// Whether a declared version matches the store. If so, an app that is built from the current sources recognizes
    /// the store.
    package var isRecognised: Bool { matches.contains { $0.version.isDeclared } }

    /// The version to compare the store with if no declared version matches. Never a version that matches the store.
    ///
    /// If a frozen version matches and is still declared, this is its current declaration. Otherwise, it is the most
    /// similar declared version, or the most similar frozen version if no declared version is similar. Nil if no other
    /// version has anything in common with the store.
    package var nearest: Candidate? {
        let rest = candidates.filter { !$0.isMatch && $0.likeness.share > 0 }
        if let frozen = matches.first, !isRecognised,
            let own = rest.first(where: {
                $0.version.isDeclared && $0.version.name == frozen.version.name
                    && (frozen.version.group == nil || $0.version.group == frozen.version.group
                        || $0.version.schema == frozen.version.schema)
            })
        {
            return own
        }
        return rest.first { $0.version.isDeclared } ?? rest.first
    }

    /// The staging of the migration plan with which an app that is built from the current sources would open the store.
    ///
    /// If ``nearest`` is a declared version, this is that version's staging. Otherwise, it is the staging of the first
    /// declared version with a plan. If nothing is declared, it isn't known. Frozen versions are ignored, because they
    /// may be older than the plan.
    package var staging: Staging {
        if let nearest, nearest.version.isDeclared { return nearest.staging }
        let declared = candidates.filter(\.version.isDeclared)
        guard !declared.isEmpty else { return .unknown }
        return declared.lazy.map(\.staging).first { $0 != .noPlan } ?? .noPlan
    }
}

/// A version that is compared with a store.
private struct VersionSide {
    let version: SchemaVersion
    /// The variant whose hashes the store has. Nil if no variant has them.
    let variant: FrameworkVariant?
    /// The version's model, or the variant's.
    let model: SchemaModel
    /// Whether the version, or the variant, has the store's hashes.
    let isMatch: Bool

    /// Compares a version's hashes with the hashes of a store.
    init(_ version: SchemaVersion, _ hashes: [String: [UInt8]]) throws(ProjectError) {
        let declared = try version.evaluated()
        self.version = version
        variant = declared.variant(matching: hashes)
        model = variant.map { declared.model(of: $0) } ?? declared
        isMatch = model.matches(hashes)
    }
}

/// The parts of a store that are compared with versions.
private struct StoreSide {
    private let hashes: [String: [UInt8]]
    private let identifiers: [String]
    /// The model that describes the store, or nil if the store contains none.
    private let model: SchemaModel?
    private let extent: ModelExtent
    private let columns: [String: Set<String>]

    init(_ inspection: StoreInspection, _ model: SchemaModel?, _ extent: ModelExtent) {
        self.extent = extent
        hashes = inspection.metadata.versionHashes
        identifiers = inspection.metadata.versionIdentifiers
        columns = inspection.columns.mapValues { Set($0) }
        self.model = model.map { $0.with(versionIdentifiers: inspection.metadata.versionIdentifiers) }
    }

    func compare(with side: VersionSide, staging: Staging) -> StoreIdentification.Candidate {
        let version = side.model
        guard let model else {
            return StoreIdentification.Candidate(
                version: side.version, staging: staging, isMatch: side.isMatch, variant: side.variant,
                likeness: StoreLikeness(of: hashes, identifiers: identifiers, to: version),
                differences: .tables(side.isMatch ? [] : tableDifferences(version, version.versionHashes)))
        }
        let (old, new) = SchemaModel.comparable((model, extent), (version, side.version.extent))
        return StoreIdentification.Candidate(
            version: side.version, staging: staging, isMatch: side.isMatch, variant: side.variant,
            likeness: StoreLikeness(of: old, identifiers: identifiers, to: new),
            differences: .models(ModelDifference(from: old, to: new).changes))
    }

    private func tableDifferences(
        _ model: SchemaModel, _ versionHashes: [String: [UInt8]]
    ) -> [StoreIdentification.TableDifference] {
        let layout = StoreLayout(model: model)
        let names = Set(hashes.keys).union(versionHashes.keys).sortedByCodeUnit()
        return names.filter { hashes[$0] != versionHashes[$0] }.map { entity in
            let table = layout.table(of: entity)
            let wanted = Set(table?.columns.map(\.name) ?? []).union(["Z_PK", "Z_ENT", "Z_OPT"])
            let found = table.flatMap { columns[$0.name] } ?? []
            let areComparable = !found.isEmpty && versionHashes[entity] != nil
            return StoreIdentification.TableDifference(
                entity: entity, isInStore: hashes[entity] != nil, isInVersion: versionHashes[entity] != nil,
                columnsOfStore: areComparable ? found.subtracting(wanted).sorted() : [],
                columnsOfVersion: areComparable ? wanted.subtracting(found).sorted() : [])
        }
    }
}
