import PermafrostDeclarations
import PermafrostModel

/// Gives the relationships of a schema their inverses, as SwiftData does.
///
/// An explicit `inverse:` on one side sets both. Otherwise two relationships are each other's inverse where each is the
/// only free candidate of the other: one to the other's entity that no `inverse:` claims.
struct InverseInference {
    /// A relationship of the schema.
    private struct End: Hashable {
        var entity: Int
        var index: Int
    }

    private var drafts: [EntityDraft]
    private let entityOfNode: [Int: Int]
    private var claimed: Set<End> = []
    private(set) var issues: [SourceIssue] = []
    private(set) var assumptions: [Assumption] = []

    init(drafts: [EntityDraft]) {
        self.drafts = drafts
        entityOfNode = Dictionary(
            drafts.enumerated().map { ($1.node, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The drafts with inverses.
    mutating func resolved() -> [EntityDraft] {
        setExplicit()
        infer()
        return drafts
    }

    private var ends: [End] {
        drafts.indices.flatMap { entity in
            drafts[entity].relationships.indices.map { End(entity: entity, index: $0) }
        }
    }

    private subscript(_ end: End) -> EntityDraft.RelationshipDraft { drafts[end.entity].relationships[end.index] }

    private mutating func set(_ end: End, _ inverse: End) {
        drafts[end.entity].relationships[end.index].relationship.inverse = self[inverse].relationship.name
        claimed.insert(end)
    }

    // MARK: Explicit

    private mutating func setExplicit() {
        for end in ends {
            guard let name = self[end].explicitInverse else { continue }
            guard let back = relationship(named: name, of: self[end].destination) else {
                issues.append(
                    SourceIssue(
                        .unknownName(what: "inverse", name: name, near: nearInverses(of: end, to: name)),
                        at: self[end].location))
                continue
            }
            set(end, back)
            // The other side may name its own inverse, which then counts for it.
            if self[back].explicitInverse == nil {
                if claimed.contains(back) {
                    issues.append(
                        SourceIssue(
                            .ambiguousInverse(
                                model: drafts[back.entity].name, property: self[back].relationship.name,
                                candidates: claimants(of: back)),
                            severity: .warning, at: self[back].location))
                } else {
                    set(back, end)
                }
            }
        }
    }

    private func claimants(of back: End) -> [String] {
        ends.filter { end in
            self[end].explicitInverse.flatMap { relationship(named: $0, of: self[end].destination) } == back
        }.map { "\(drafts[$0.entity].name).\(self[$0].relationship.name)" }
    }

    /// The relationship of an entity or of those it inherits from.
    private func relationship(named name: String, of node: Int) -> End? {
        var next: Int? = node
        var steps = 0
        while let current = next, let entity = entityOfNode[current], steps < 32 {
            if let index = drafts[entity].relationships.firstIndex(where: { $0.relationship.name == name }) {
                return End(entity: entity, index: index)
            }
            next = drafts[entity].superclass
            steps += 1
        }
        return nil
    }

    private func nearInverses(of end: End, to name: String) -> [String] {
        guard let entity = entityOfNode[self[end].destination] else { return [] }
        return NearNames.of(name, among: drafts[entity].relationships.map(\.relationship.name))
    }

    // MARK: Inferred

    private mutating func infer() {
        var free: [Pair: [End]] = [:]
        for end in ends where self[end].explicitInverse == nil && !claimed.contains(end) {
            free[Pair(from: drafts[end.entity].node, to: self[end].destination), default: []].append(end)
        }
        for end in ends {
            let pair = Pair(from: drafts[end.entity].node, to: self[end].destination)
            guard self[end].explicitInverse == nil, !claimed.contains(end), let ours = free[pair] else { continue }
            if pair.from == pair.to {
                inferSelfReference(end, ours)
                continue
            }
            let candidates = free[Pair(from: pair.to, to: pair.from)] ?? []
            guard !candidates.isEmpty else { continue }
            if ours.count == 1, candidates.count == 1 {
                drafts[end.entity].relationships[end.index].relationship.inverse =
                    self[candidates[0]].relationship.name
            } else {
                warn(end, candidates)
            }
        }
    }

    private struct Pair: Hashable {
        var from: Int
        var to: Int
    }

    /// Two free relationships of an entity to itself are taken for a pair, one alone has no inverse. [A]
    private mutating func inferSelfReference(_ end: End, _ ours: [End]) {
        let others = ours.filter { $0 != end }
        if others.count == 1 {
            drafts[end.entity].relationships[end.index].relationship.inverse = self[others[0]].relationship.name
        } else if others.count > 1 {
            warn(end, others)
        }
        assumptions.append(
            Assumption(
                entity: drafts[end.entity].name, property: self[end].relationship.name,
                shape: "inverse of a relationship to its own entity"))
    }

    private mutating func warn(_ end: End, _ candidates: [End]) {
        issues.append(
            SourceIssue(
                .ambiguousInverse(
                    model: drafts[end.entity].name, property: self[end].relationship.name,
                    candidates: candidates.map { self[$0].relationship.name }),
                severity: .warning, at: self[end].location))
    }
}
