import PermafrostModel
import PermafrostStore

/// Which of the project's versions a store is: by its version hashes, as the framework decides it. If it is none of them, how
/// far it is from each.
package struct StoreIdentification: Sendable {
    /// A version beside the store.
    package struct Candidate: Sendable {
        /// The version.
        package let version: SchemaVersion
        /// Whether its group has a migration plan.
        package let hasPlan: Bool
        /// Whether the store has exactly the version's hashes, as the newest frameworks compute them or as a variant's do.
        package let isMatch: Bool
        /// The frameworks that made the store, if the version's hashes match by one of its variants.
        package let variant: FrameworkVariant?
        /// How much the two have in common.
        package let likeness: StoreLikeness
        /// What differs, from the store to the version.
        package let differences: Differences
    }

    /// How a store and a version differ.
    package enum Differences: Sendable, Hashable {
        /// What differs in their models.
        case models([ModelChange])
        /// What differs in hashes and columns, for a store that carries no model.
        case tables([TableDifference])
    }

    /// An entity of which only hash and columns are known.
    package struct TableDifference: Sendable, Hashable {
        /// The entity.
        package let entity: String
        /// Whether the store has it, and the version has.
        package let isInStore: Bool
        package let isInVersion: Bool
        /// Columns of its table that only one of them has.
        package let columnsOfStore: [String]
        package let columnsOfVersion: [String]
    }

    /// What the store holds.
    package let inspection: StoreInspection
    /// The versions: those that match, then those that the store names, then by likeness; of equal ones the declared before
    /// the frozen.
    package let candidates: [Candidate]

    /// Compares a store with the versions that are known.
    ///
    /// - Throws: a ``ProjectError`` if a version's model cannot be read.
    package init(_ inspection: StoreInspection, with catalog: VersionCatalog) throws(ProjectError) {
        self.inspection = inspection
        let store = StoreSide(inspection)
        let candidates = try catalog.versions.map { version throws(ProjectError) in
            try store.compare(with: version, hasPlan: catalog.hasPlan(version))
        }
        let order = candidates.indices.sorted { left, right in
            let (first, second) = (candidates[left], candidates[right])
            if first.isMatch != second.isMatch { return first.isMatch }
            if first.likeness != second.likeness { return first.likeness > second.likeness }
            return left < right
        }
        self.candidates = order.map { candidates[$0] }
    }

    /// The versions whose hashes the store has.
    package var matches: [Candidate] { candidates.filter(\.isMatch) }

    /// Whether a version that is declared today has the store's hashes: whether an app built today recognises it.
    package var isRecognised: Bool { matches.contains { $0.version.isDeclared } }

    /// The declared version that is told beside a store that none matches: that of the frozen version which does match,
    /// else the most similar. A version that has nothing in common is not reported.
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

    /// Whether an app built from today's declarations opens the store with a migration plan. A version may have been frozen
    /// before there was one.
    package var meetsPlan: Bool {
        if let nearest, nearest.version.isDeclared { return nearest.hasPlan }
        let declared = candidates.filter(\.version.isDeclared)
        return declared.isEmpty || declared.contains(where: \.hasPlan)
    }
}

/// A store as it is compared with versions.
private struct StoreSide {
    private let hashes: [String: [UInt8]]
    private let identifiers: [String]
    /// The model that the store carries; nil if it carries none.
    private let model: SchemaModel?
    private let columns: [String: Set<String>]

    init(_ inspection: StoreInspection) {
        hashes = inspection.metadata.versionHashes
        identifiers = inspection.metadata.versionIdentifiers
        columns = inspection.columns.mapValues { Set($0) }
        model = inspection.hasOwnModel ? inspection.recordedModel : nil
    }

    func compare(
        with known: SchemaVersion, hasPlan: Bool
    ) throws(ProjectError) -> StoreIdentification.Candidate {
        let declared = try known.evaluated()
        let variant = declared.variant(matching: hashes)
        let version = variant.map { declared.model(of: $0) } ?? declared
        let isMatch = version.recognises(hashes)
        guard let model else {
            return StoreIdentification.Candidate(
                version: known, hasPlan: hasPlan, isMatch: isMatch, variant: variant,
                likeness: StoreLikeness(of: hashes, identifiers: identifiers, to: version),
                differences: .tables(isMatch ? [] : tableDifferences(version, version.versionHashes)))
        }
        let (old, new) = SchemaModel.comparable(
            (model, true), (version, known.content?.isArchived == true))
        return StoreIdentification.Candidate(
            version: known, hasPlan: hasPlan, isMatch: isMatch, variant: variant,
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
