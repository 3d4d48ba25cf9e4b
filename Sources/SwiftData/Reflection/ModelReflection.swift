import PermafrostModel

/// The entities of a list of classes, and of the classes that they refer to or inherit from.
struct ModelReflection {
    /// A class, with its entity as a ``PermafrostModel/Entity`` and as a public ``Schema/Entity``.
    struct ReflectedClass {
        var type: any PersistentModel.Type
        var entity: PermafrostModel.Entity
        var schemaEntity: Schema.Entity
    }

    /// The classes, sorted by name.
    private(set) var classes: [ReflectedClass] = []
    /// The first reason that a store can't contain the classes, or nil if a store can contain them.
    private(set) var problem: SchemaProblem?
    /// The schema's variants for older frameworks, which infer inverses differently than the newest frameworks.
    private(set) var variants: [FrameworkVariant] = []

    init(_ listed: [any PersistentModel.Type]) {
        var drafts = Self.closure(of: listed)
        for (previous, next) in zip(drafts, drafts.dropFirst()) where previous.name == next.name {
            problem = problem ?? .duplicateEntity(next.name)
        }
        problem = problem ?? drafts.lazy.compactMap(\.problem).first
        let inverses = ReflectedInverses(drafts)
        problem = problem ?? inverses.problem
        variants = inverses.variants
        drafts = inverses.resolved
        let schemaEntities = SchemaEntities(drafts)
        classes = drafts.map { draft in
            ReflectedClass(type: draft.type, entity: draft.entity, schemaEntity: schemaEntities.entity(of: draft))
        }
    }

    /// Returns drafts of the listed classes, and of the classes that they refer to or inherit from.
    ///
    /// A store has one entity for each name. If a relationship refers to an unlisted class with the name of a listed
    /// class, its destination is the listed class.
    private static func closure(of listed: [any PersistentModel.Type]) -> [ReflectedDraft] {
        let listedTypes = Set(listed.map(ObjectIdentifier.init))
        let listedByName = Dictionary(listed.map { (Schema.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        var drafts: [ReflectedDraft] = []
        var seen: Set<ObjectIdentifier> = []
        var queue = listed
        var next = 0
        while next < queue.count {
            let type = queue[next]
            next += 1
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            var draft = ReflectedDraft(type)
            for index in draft.relationships.indices {
                let related = draft.relationships[index].target.model
                guard !listedTypes.contains(ObjectIdentifier(related)),
                    let listedClass = listedByName[Schema.name(of: related)]
                else { continue }
                draft.relationships[index].target.model = listedClass
            }
            queue += draft.relationships.map(\.target.model)
            if let superclass = draft.superclass { queue.append(superclass) }
            drafts.append(draft)
        }
        return drafts.sorted { CodeUnitOrder.isBefore($0.name, $1.name) }
    }
}

/// The ``Schema/Entity`` instances for a list of drafts. Subentities are created first, because their superentity's
/// initializer requires them.
private struct SchemaEntities {
    private var entities: [ObjectIdentifier: Schema.Entity] = [:]
    private let inheritors: [ObjectIdentifier: [ReflectedDraft]]

    init(_ drafts: [ReflectedDraft]) {
        var inheritors: [ObjectIdentifier: [ReflectedDraft]] = [:]
        for draft in drafts {
            if let superclass = draft.superclass { inheritors[ObjectIdentifier(superclass), default: []].append(draft) }
        }
        self.inheritors = inheritors
        for draft in drafts where draft.superclass == nil { make(draft) }
    }

    private mutating func make(_ draft: ReflectedDraft) {
        let below = inheritors[ObjectIdentifier(draft.type)] ?? []
        for inheritor in below { make(inheritor) }
        entities[ObjectIdentifier(draft.type)] = draft.schemaEntity(subentities: below.map(entity))
    }

    func entity(of draft: ReflectedDraft) -> Schema.Entity {
        entities[ObjectIdentifier(draft.type)] ?? draft.schemaEntity(subentities: [])
    }
}
