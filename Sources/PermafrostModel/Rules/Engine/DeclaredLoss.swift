/// A declaration, made with a `Drop` operation, that a stage intentionally deletes a property or model of its older
/// version.
///
/// Only this type determines which losses a declaration accepts, so that `lint`, `MigrationPlan.validate()`, a dry run,
/// `assertDataPreserved` and scaffolded tests agree.
package struct DeclaredLoss: Sendable, Hashable {
    /// A property or an entity of a model.
    package struct Part: Sendable, Hashable {
        package let entity: String
        /// The property's name, or nil if the part is an entity.
        package let property: String?

        package init(entity: String, property: String? = nil) {
            self.entity = entity
            self.property = property
        }

        /// The path of the part, such as `Post` or `Post.subtitle`.
        package var path: String { property.map { "\(entity).\($0)" } ?? entity }

        fileprivate init(_ place: ModelContinuity.Place) { self.init(entity: place.entity, property: place.property) }
    }

    /// The property or entity, with its name in the older version.
    package let part: Part
    /// The reason for the loss, or nil if it isn't known because the source doesn't contain it as a literal.
    package let reason: String?
    /// The location of the declaration, or nil if it wasn't read from source.
    package let location: SourceLocation?

    package init(_ part: Part, because reason: String?, at location: SourceLocation? = nil) {
        self.part = part
        self.reason = reason
        self.location = location
    }

    /// Returns whether the declaration precedes another one of the same stage. They are sorted by the part's path, by
    /// location if it is known, and by reason.
    func isBefore(_ other: DeclaredLoss) -> Bool {
        guard part == other.part else { return CodeUnitOrder.isBefore(part.path, other.part.path) }
        if let place = location, let otherPlace = other.location, place != otherPlace {
            return (place.file, place.line, place.column) < (otherPlace.file, otherPlace.line, otherPlace.column)
        }
        return CodeUnitOrder.isBefore(reason ?? "", other.reason ?? "")
    }

    // MARK: Accepted parts

    /// Returns the parts of the older model that the newer model no longer stores, and whose loss the declaration
    /// accepts.
    ///
    /// A declaration about a property also accepts the loss of the inherited property in subentities, and the loss of a
    /// relationship's inverse. A declaration about an entity also accepts the loss of its subentities, and of the
    /// relationships to any of these entities.
    package func parts(in continuity: ModelContinuity) -> Set<Part> {
        let old = continuity.before
        let keptEntities = Set(continuity.entitySource.values)
        let keptProperties = continuity.storedSources
        func lost(_ place: ModelContinuity.Place) -> [Part] {
            old.family(of: place.entity).filter { keptEntities.contains($0.name) }
                .map { ModelContinuity.Place(entity: $0.name, property: place.property) }
                .filter { !keptProperties.contains($0) }.map(Part.init)
        }
        guard let property = part.property else {
            guard !keptEntities.contains(part.entity) else { return [] }
            let removed = Set(old.family(of: part.entity).map(\.name).filter { !keptEntities.contains($0) })
            let links = old.entities.flatMap { entity in
                entity.relationships.filter { removed.contains($0.destination) && !$0.isTransient }.flatMap {
                    lost(ModelContinuity.Place(entity: entity.name, property: $0.name))
                }
            }
            return Set(removed.map { Part(entity: $0) } + links)
        }
        let place = ModelContinuity.Place(entity: part.entity, property: property)
        guard old.entity(named: part.entity)?.property(named: property)?.isTransient == false else { return [] }
        let found = lost(place)
        guard !found.isEmpty else { return [] }
        return Set(found + (old.inverse(of: place).map(lost) ?? []))
    }

    // MARK: Mistakes

    /// The reason that a declaration isn't true.
    package enum Mistake: Sendable, Hashable {
        /// The older version doesn't store the part.
        case unknown
        /// The newer version still has the part.
        case kept
        /// The newer version has the part with a different name, and the framework keeps its rows or values.
        case renamed(to: String)
        /// An operation of the stage keeps the values or computes other values from them.
        case carried
        /// The entity is removed with all of its properties, so the declaration must be about the entity.
        case removedWithEntity
        /// The part is an inherited property. The declaration must be about the entity that declares the property.
        case inherited(from: String)
        /// The reason is empty.
        case noReason
        /// An earlier declaration of the stage gives a different reason for the same part.
        case declaredTwice
    }

    /// Returns the reason that the declaration isn't true, or nil if it is true. Never returns
    /// ``Mistake/declaredTwice``, because the stage's other declarations aren't considered.
    ///
    /// - Parameters:
    ///   - continuity: the continuity from the older to the newer model.
    ///   - isCarried: returns whether an operation keeps or uses the values of a property in the older model.
    package func mistake(
        in continuity: ModelContinuity, isCarried: (ModelContinuity.Place) -> Bool = { _ in false }
    ) -> Mistake? {
        let parts = parts(in: continuity)
        guard !parts.isEmpty else { return mistakeWithoutLoss(in: continuity) }
        let places = parts.compactMap { part in
            part.property.map { ModelContinuity.Place(entity: part.entity, property: $0) }
        }
        if part.property != nil, places.contains(where: isCarried) { return .carried }
        return reason.map { $0.allSatisfy(\.isWhitespace) } == true ? .noReason : nil
    }

    /// Returns the reason that the migration doesn't lose the declared part.
    private func mistakeWithoutLoss(in continuity: ModelContinuity) -> Mistake {
        let old = continuity.before
        guard let entity = old.entity(named: part.entity) else { return .unknown }
        guard let property = part.property else {
            let name = continuity.entitySource.first { $0.value == part.entity }?.key
            return name.map { $0 == part.entity ? .kept : .renamed(to: $0) } ?? .kept
        }
        guard let own = entity.property(named: property) else {
            let declaring = old.superentities(of: part.entity).first { $0.property(named: property) != nil }
            return declaring.map { .inherited(from: $0.name) } ?? .unknown
        }
        guard !own.isTransient else { return .unknown }
        let place = ModelContinuity.Place(entity: part.entity, property: property)
        let names = continuity.propertySource.filter { $0.value == place }.keys.map(\.path).sortedByCodeUnit()
        guard let name = names.contains(place.path) ? place.path : names.first else { return .removedWithEntity }
        return name == place.path ? .kept : .renamed(to: name)
    }
}

extension DeclaredLoss.Mistake {
    /// Returns a clause that follows `declared as dropped, but`, such as `the newer version still has it`.
    package func clause(about part: DeclaredLoss.Part) -> String {
        switch self {
        case .unknown: "the older version doesn't store it"
        case .kept: "the newer version still has it"
        case .renamed(let name): "it keeps its \(part.property == nil ? "rows" : "values") as \(name)"
        case .carried: "an operation of the stage uses its values"
        case .removedWithEntity: "the complete model \(part.entity) is removed"
        case .inherited(let entity): "the property belongs to \(entity)"
        case .noReason: "the reason is empty"
        case .declaredTwice: "it is declared twice, with different reasons"
        }
    }
}

extension ModelContinuity {
    /// The properties of the oldest model whose values the newest model stores. A property that became transient isn't
    /// included.
    fileprivate var storedSources: Set<Place> {
        let transient = Set(
            after.entities.flatMap { entity in
                after.properties(of: entity.name).filter(\.isTransient).map {
                    Place(entity: entity.name, property: $0.name)
                }
            })
        return Set(propertySource.filter { !transient.contains($0.key) }.values)
    }
}
