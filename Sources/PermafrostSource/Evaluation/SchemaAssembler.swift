import PermafrostModel

/// An assembler for a version's model, which has the listed classes and all classes that are reachable from them
/// through relationships and superclasses.
struct SchemaAssembler {
    /// A model with its locations, unverified parts and issues.
    struct Assembled: Sendable {
        var model: SchemaModel?
        var code = StoredCode()
        var places = ModelPlaces()
        var assumptions: [Assumption] = []
        var issues: [SourceIssue] = []
    }

    /// The maximum number of entities in a schema.
    private static let entityLimit = 10_000

    let entities: EntityReader
    private var table: DeclarationTable { entities.resolver.table }

    init(entities: EntityReader) {
        self.entities = entities
    }

    /// Returns the model with the listed classes and the classes that are reachable from them. If an issue is an error,
    /// the result has no model.
    func assemble(_ listed: [Int], versionIdentifier: String) -> Assembled {
        var result = Assembled()
        var drafts = closure(of: listed, into: &result)
        checkNames(drafts, into: &result)
        checkInheritance(drafts, into: &result)
        checkParents(drafts, of: listed, into: &result)
        let inference = InverseInference(drafts: drafts)
        drafts = inference.resolved
        result.issues += drafts.flatMap(\.issues) + inference.issues
        result.assumptions = drafts.flatMap(\.assumptions) + inference.assumptions
        for draft in drafts {
            result.places.entities[draft.name] = draft.location
            result.places.properties[draft.name] = draft.places
            if !draft.valueTypes.isEmpty { result.places.valueTypes[draft.name] = draft.valueTypes }
            if !draft.defaultTexts.isEmpty { result.places.defaultTexts[draft.name] = draft.defaultTexts }
            var counts: [[String]: Int] = [:]
            for (path, part) in draft.code {
                counts[path, default: 0] += 1
                result.code.add(part, at: path, number: counts[path, default: 1])
            }
            for (property, shape) in draft.shapes { result.code.add(shape, at: [draft.name, property]) }
            if !draft.constraintPlaces.isEmpty { result.places.constraints[draft.name] = draft.constraintPlaces }
        }
        if !result.issues.contains(where: { $0.severity == .error }) {
            result.model = SchemaModel(
                entities: drafts.map(entity), versionIdentifiers: [versionIdentifier],
                frameworkVariants: inference.variants)
            result.assumptions += result.model?.assumptions ?? []
        }
        return result
    }

    private func closure(of listed: [Int], into result: inout Assembled) -> [EntityDraft] {
        let namesakes = Namesakes(listed: listed, table: table)
        var drafts: [EntityDraft] = []
        var seen: Set<Int> = []
        var queue = listed
        var next = 0
        while next < queue.count, drafts.count < Self.entityLimit {
            let node = queue[next]
            next += 1
            guard seen.insert(node).inserted, var draft = entities.draft(of: node) else { continue }
            namesakes.replace(in: &draft)
            queue += draft.relationships.map(\.destination)
            if let parent = draft.superclass { queue.append(parent) }
            drafts.append(draft)
        }
        return drafts.sorted {
            $0.name == $1.name
                ? table.nodes[$0.node].path < table.nodes[$1.node].path : CodeUnitOrder.isBefore($0.name, $1.name)
        }
    }

    private func checkNames(_ drafts: [EntityDraft], into result: inout Assembled) {
        for (previous, draft) in zip(drafts, drafts.dropFirst()) where previous.name == draft.name {
            result.issues.append(SourceIssue(.duplicateEntity(draft.name), at: draft.location))
        }
    }

    private func checkInheritance(_ drafts: [EntityDraft], into result: inout Assembled) {
        let parents = Dictionary(drafts.map { ($0.node, $0.superclass) }, uniquingKeysWith: { first, _ in first })
        for draft in drafts {
            var next = draft.superclass
            var steps = 0
            while let current = next, current != draft.node, steps <= drafts.count {
                next = parents[current] ?? nil
                steps += 1
            }
            if next == draft.node {
                result.issues.append(SourceIssue(.inheritanceCycle(draft.name), at: draft.location))
            }
        }
    }

    /// Reports the listed classes whose superclass isn't listed.
    private func checkParents(_ drafts: [EntityDraft], of listed: [Int], into result: inout Assembled) {
        let listed = Set(listed)
        for draft in drafts where listed.contains(draft.node) {
            guard let parent = draft.superclass, !listed.contains(parent) else { continue }
            result.issues.append(
                SourceIssue(
                    .unlistedParent(model: draft.name, parent: table.nodes[parent].path), severity: .warning,
                    at: draft.location))
        }
    }

    private func entity(_ draft: EntityDraft) -> Entity {
        Entity(
            name: draft.name, superentity: draft.superclass.map { table.nodes[$0].name },
            properties: draft.attributes.map { .attribute($0) }
                + draft.relationships.map { .relationship($0.relationship) },
            uniquenessConstraints: draft.uniquenessConstraints, indexes: draft.indexes)
    }
}
