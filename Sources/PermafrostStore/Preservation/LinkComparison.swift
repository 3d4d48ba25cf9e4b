import PermafrostModel

/// A comparison of the references between rows, regardless of how the stores represent them. A relationship and its
/// inverse are compared once. A to-one relationship that became to-many is unchanged if it has the same links.
///
/// Positions in ordered relationships aren't compared, because SwiftData doesn't support them.
struct LinkComparison {
    let before: ComparedStore
    let after: ComparedStore
    let continuity: ModelContinuity
    let expectations: Expectations
    /// The keys of the removed rows, keyed by table name. Removed links of these rows aren't reported as differences.
    let lostRows: [String: Set<Int64>]
    /// The keys of the added rows, keyed by table name. Added links of these rows aren't reported.
    let addedRows: [String: Set<Int64>]

    private var seen: Set<[String]> = []
    private var kept: Set<[String]> = []
    /// The older model's properties that correspond to a property of the newer model.
    private let continued: Set<ModelContinuity.Place>
    /// The older model's properties that were already reported as removed.
    private var removed: Set<ModelContinuity.Place> = []

    init(
        before: ComparedStore, after: ComparedStore, continuity: ModelContinuity, expectations: Expectations,
        lostRows: [String: Set<Int64>], addedRows: [String: Set<Int64>]
    ) {
        self.before = before
        self.after = after
        self.continuity = continuity
        self.expectations = expectations
        self.lostRows = lostRows
        self.addedRows = addedRows
        continued = Set(continuity.propertySource.values)
    }

    /// A relationship and the entity that declares it.
    private struct End {
        var entity: String
        var relationship: Relationship
        var place: ModelContinuity.Place { .init(entity: entity, property: relationship.name) }
    }

    /// The links of a relationship in one of the two stores.
    private struct Links {
        var end: End
        var place: LinkPlace
        /// The entity whose rows are the owners, without the rows of its subentities, or nil for any entity.
        var owner: String?
    }

    mutating func run(into report: inout DataDiff) throws {
        let ends = Self.ends(of: after.model)
        for end in ends where isContinued(end) { try compare(end, &report) }
        for end in ends where !isContinued(end) {
            guard !isDeclaredAsNew(end),
                let place = LinkPlace(of: end.relationship, entity: end.entity, in: after.layout),
                seen.insert(place.location).inserted
            else { continue }
            try compare(nil, Links(end: end, place: place), &report)
        }
        for end in Self.ends(of: before.model) where !continued.contains(end.place) {
            checkRemoval(of: end, &report)
        }
    }

    private static func ends(of model: SchemaModel) -> [End] {
        model.entities.flatMap { entity in
            entity.relationships.filter { !$0.isTransient }.map { End(entity: entity.name, relationship: $0) }
        }
    }

    /// Returns the old property that corresponds to a relationship, for the entity that declares the relationship and
    /// for each of its subentities. The old property is nil if the relationship is new in that entity.
    private func sources(of end: End) -> [(owner: String, source: ModelContinuity.Place?)] {
        after.model.family(of: end.entity).map { entity in
            (
                entity.name,
                continuity.propertySource[.init(entity: entity.name, property: end.relationship.name)]
            )
        }
    }

    private func isContinued(_ end: End) -> Bool { sources(of: end).contains { $0.source != nil } }

    private mutating func compare(_ end: End, _ report: inout DataDiff) throws {
        guard let place = LinkPlace(of: end.relationship, entity: end.entity, in: after.layout) else { return }
        let sources = sources(of: end)
        let isDeclared = expectations.declares(
            [end.place.path] + sources.compactMap { $0.source?.path }, in: expectations.changed)
        guard sources.allSatisfy({ $0.source.map { before.model.relationship(at: $0) != nil } ?? true }) else {
            if !isDeclared { report.add(.retyping, end.place.path, before: "an attribute", after: text(end)) }
            return
        }
        var pairs: [(old: Links?, new: Links)] = []
        for (owner, source) in sources {
            let old = source.flatMap { links(of: $0) }
            old.map { _ = kept.insert($0.place.location) }
            pairs.append((old, Links(end: end, place: place, owner: owner)))
        }
        guard seen.insert(place.location).inserted, !isDeclared else { return }
        for old in pairs.compactMap(\.old) where !isContinued(old.end.relationship.destination, in: end) {
            report.add(.retyping, end.place.path, before: text(old.end), after: text(end))
            return
        }
        // Compare a relationship entity by entity only if several entities have it in one of the stores.
        if pairs.count == 1, let old = pairs[0].old, before.model.family(of: old.end.entity).count == 1 {
            pairs = [(Links(end: old.end, place: old.place), Links(end: end, place: place))]
        }
        for (old, new) in pairs { try compare(old, new, &report) }
        for old in pairs.compactMap(\.old) { reportRemoval(of: old.end, &report) }
    }

    /// Reports each entity that lost a relationship, although the relationship continues in another entity.
    private mutating func reportRemoval(of end: End, _ report: inout DataDiff) {
        for entity in before.model.family(of: end.entity) where !entity.isAbstract {
            let place = ModelContinuity.Place(entity: entity.name, property: end.relationship.name)
            guard continuity.entitySource.values.contains(entity.name), !continued.contains(place),
                !expectations.removed.contains(place.path), removed.insert(place).inserted
            else { continue }
            report.add(.removal, place.path, before: text(end))
        }
    }

    /// Returns the links of one entity's property in the older store, or nil if the property isn't a relationship.
    private func links(of source: ModelContinuity.Place) -> Links? {
        guard let relationship = before.model.relationship(at: source) else { return nil }
        let end = End(entity: declaring(source), relationship: relationship)
        return LinkPlace(of: relationship, entity: end.entity, in: before.layout).map {
            Links(end: end, place: $0, owner: source.entity)
        }
    }

    /// Returns whether a relationship's destination, or one of its superentities or subentities, corresponds to the old
    /// entity `destination`.
    private func isContinued(_ destination: String, in end: End) -> Bool {
        let new = end.relationship.destination
        let related = [new] + (after.model.family(of: new) + after.model.superentities(of: new)).map(\.name)
        return related.contains { continuity.entitySource[$0] == destination }
    }

    /// Returns whether the test expects a new relationship, because it declares either the relationship or both of its
    /// entities as added.
    private func isDeclaredAsNew(_ end: End) -> Bool {
        expectations.added.contains(end.place.path)
            || [end.entity, end.relationship.destination].allSatisfy { entity in
                continuity.entitySource[entity] == nil && expectations.added.contains(entity)
            }
    }

    /// Returns the entity that declares a property in the older model: the place's entity or one of its superentities.
    private func declaring(_ place: ModelContinuity.Place) -> String {
        ([before.model.entity(named: place.entity)].compactMap { $0 }
            + before.model.superentities(of: place.entity))
            .first { $0.property(named: place.property) != nil }?.name ?? place.entity
    }

    private mutating func checkRemoval(of end: End, _ report: inout DataDiff) {
        let destination = end.relationship.destination
        let isGone = !continuity.entitySource.values.contains(destination) && expectations.removed.contains(destination)
        guard !isGone, !expectations.removed.contains(end.place.path),
            continuity.entitySource.values.contains(end.entity),
            let place = LinkPlace(of: end.relationship, entity: end.entity, in: before.layout),
            !kept.contains(place.location)
        else { return }
        kept.insert(place.location)
        report.add(.removal, end.place.path, before: text(end))
    }

    private func text(_ end: End) -> String {
        "\(end.relationship.isToMany ? "to-many" : "to-one") \(end.relationship.destination)"
    }

    // MARK: Links

    private func compare(
        _ old: Links?, _ new: Links, _ report: inout DataDiff
    ) throws {
        let left = try old.map { try before.links($0.place, of: $0.owner) }
        let right = try after.links(new.place, of: new.owner)
        var oldLink = try Self.next(left)
        var newLink = try Self.next(right)
        while oldLink != nil || newLink != nil {
            if let link = oldLink, newLink.map({ link < $0 }) ?? true {
                if let old, !isLost(link, old.end) {
                    report.add(
                        .lostLink, new.end.place.path, row: link.owner,
                        before: "row \(link.destination) of \(old.end.relationship.destination)")
                }
                oldLink = try Self.next(left)
            } else if let link = newLink, oldLink.map({ link < $0 }) ?? true {
                if !isNew(link, new.end, wholly: old == nil) {
                    report.add(
                        .newLink, new.end.place.path, row: link.owner,
                        after: "row \(link.destination) of \(new.end.relationship.destination)")
                }
                newLink = try Self.next(right)
            } else {
                report.links += 1
                oldLink = try Self.next(left)
                newLink = try Self.next(right)
            }
        }
    }

    private struct Link: Comparable {
        var owner: Int64
        var destination: Int64

        static func < (left: Link, right: Link) -> Bool {
            (left.owner, left.destination) < (right.owner, right.destination)
        }
    }

    private static func next(_ statement: SQLiteStatement?) throws -> Link? {
        guard let statement, try statement.step() else { return nil }
        return Link(owner: statement.integer(at: 0) ?? 0, destination: statement.integer(at: 1) ?? 0)
    }

    private func isLost(_ link: Link, _ end: End) -> Bool {
        let ends = rows(of: link, end, in: before.layout, among: lostRows)
        return ends.owner || ends.destination
    }

    /// Returns whether a link is new because its rows are new.
    ///
    /// - Parameter wholly: whether both rows must be new instead of only one. Pass true for a new relationship, because
    ///   it must stay empty in old rows unless the test declares it.
    private func isNew(_ link: Link, _ end: End, wholly: Bool) -> Bool {
        let ends = rows(of: link, end, in: after.layout, among: addedRows)
        return wholly ? ends.owner && ends.destination : ends.owner || ends.destination
    }

    /// Returns whether a link's owner and destination are among the given rows.
    ///
    /// - Parameter rows: the keys of the rows, keyed by table name.
    private func rows(
        of link: Link, _ end: End, in layout: StoreLayout, among rows: [String: Set<Int64>]
    ) -> (owner: Bool, destination: Bool) {
        func has(_ entity: String, _ key: Int64) -> Bool {
            layout.table(of: entity).flatMap { rows[$0.name] }?.contains(key) ?? false
        }
        return (has(end.entity, link.owner), has(end.relationship.destination, link.destination))
    }
}
