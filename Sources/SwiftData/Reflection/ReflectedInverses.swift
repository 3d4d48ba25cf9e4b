import PermafrostModel

/// Gives the relationships of classes their inverses, by the rules by which they are read from source.
///
/// An explicit `inverse:` on one side sets both. Otherwise two relationships are each other's inverse where each is the only
/// free candidate of the other: one to the other's class that no `inverse:` claims.
struct ReflectedInverses {
    private struct End: Hashable {
        var entity: Int
        var index: Int
    }

    private var drafts: [ReflectedDraft]
    private var claimed: Set<End> = []
    private var problem: SchemaProblem?

    static func resolve(_ drafts: [ReflectedDraft], _ problem: inout SchemaProblem?) -> [ReflectedDraft] {
        var inverses = ReflectedInverses(drafts: drafts)
        inverses.setExplicit()
        inverses.infer()
        problem = problem ?? inverses.problem
        return inverses.drafts
    }

    private init(drafts: [ReflectedDraft]) {
        self.drafts = drafts
    }

    private var ends: [End] {
        drafts.indices.flatMap { entity in
            drafts[entity].relationships.indices.map { End(entity: entity, index: $0) }
        }
    }

    private subscript(_ end: End) -> ReflectedDraft.Draft { drafts[end.entity].relationships[end.index] }

    private func explicitInverse(of end: End) -> AnyKeyPath? { self[end].metadata.relationship?.inverseKeyPath }

    private mutating func set(_ end: End, _ inverse: End) {
        drafts[end.entity].relationships[end.index].relationship.inverse = self[inverse].relationship.name
        claimed.insert(end)
    }

    /// The relationship that a key path names, declared by a class or by one that it inherits from.
    private func relationship(at keyPath: AnyKeyPath, of type: ObjectIdentifier) -> End? {
        let root = ObjectIdentifier(Swift.type(of: keyPath).rootType)
        let name = drafts.first { ObjectIdentifier($0.type) == root }?.metadata.first { $0.keypath == keyPath }?.name
        var next = drafts.firstIndex { ObjectIdentifier($0.type) == type }
        while let entity = next {
            if let index = drafts[entity].relationships.firstIndex(where: { $0.relationship.name == name }) {
                return End(entity: entity, index: index)
            }
            next = drafts[entity].superclass.flatMap { superclass in drafts.firstIndex { $0.type == superclass } }
        }
        return nil
    }

    private mutating func setExplicit() {
        for end in ends {
            guard let keyPath = explicitInverse(of: end) else { continue }
            guard let back = relationship(at: keyPath, of: ObjectIdentifier(self[end].target.model)) else {
                problem =
                    problem
                    ?? .unknownKeyPath(
                        entity: drafts[end.entity].name, what: "inverse of \(self[end].relationship.name)")
                continue
            }
            set(end, back)
            // The other side may name its own inverse, which then counts for it.
            if explicitInverse(of: back) == nil, !claimed.contains(back) { set(back, end) }
        }
    }

    private func from(_ end: End) -> ObjectIdentifier { ObjectIdentifier(drafts[end.entity].type) }
    private func to(_ end: End) -> ObjectIdentifier { ObjectIdentifier(self[end].target.model) }

    private mutating func infer() {
        let free = ends.filter { explicitInverse(of: $0) == nil && !claimed.contains($0) }
        for end in free where !claimed.contains(end) {
            let ours = free.filter { from($0) == from(end) && to($0) == to(end) }
            // Two relationships of a class to itself are taken for a pair, one alone has no inverse. [A]
            let isSelf = from(end) == to(end)
            let candidates = free.filter { from($0) == to(end) && to($0) == from(end) && $0 != end }
            guard ours.count == (isSelf ? 2 : 1), candidates.count == 1, let back = candidates.first else { continue }
            set(end, back)
            set(back, end)
        }
    }
}
