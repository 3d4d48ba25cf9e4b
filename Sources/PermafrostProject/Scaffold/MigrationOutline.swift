import PermafrostModel
import PermafrostSource

/// A migration's effects on data: the changes that a test must declare, and the data that the test checks
/// automatically. They are determined from the models that the store has during the migration.
struct MigrationOutline {
    private typealias Place = ModelContinuity.Place

    /// The changes that a test must declare. Removed data comes first, followed by changed and then added data.
    private(set) var expectations: [MigrationTest.Expectation] = []
    /// The removed data whose loss a stage declares, with the declared reasons. A test doesn't have to declare this
    /// data.
    private(set) var dropped: [MigrationTest.Dropped] = []
    /// The data that the migration keeps unchanged.
    private(set) var carried: [MigrationTest.Carried] = []
    /// The new properties that no custom stage can set. Existing rows get the property's default value.
    private(set) var defaults: [MigrationTest.NewProperty] = []

    private let path: [SchemaModel]
    private let stages: [PlanStage.Kind]
    private let continuity: ModelContinuity
    private let losses: AcceptedLosses
    private let operations: OperationChanges

    /// Determines the effects of a migration.
    ///
    /// - Parameters:
    ///   - path: the models that the store has during the migration, from the first to the last.
    ///   - stages: the stages between consecutive models.
    ///   - losses: the losses that the stages declare.
    ///   - operations: the operations of the stages.
    init(
        path: [SchemaModel], stages: [PlanStage.Kind], losses: AcceptedLosses = AcceptedLosses(),
        operations: [[DeclaredOperation]] = []
    ) {
        self.path = path
        self.losses = losses
        self.operations = OperationChanges(path: path, operations: operations)
        self.stages = stages
        continuity = ModelContinuity(path: path)
        addRemovals()
        for entity in continuity.after.entities {
            if continuity.entitySource[entity.name] != nil {
                compare(entity)
            } else if isCustom(from: firstModel { $0.entitySource[entity.name] != nil }) {
                expect(.added, entity.name, "new rows")
            }
        }
        for (entity, reason) in self.operations.deletedRows.sorted(by: { $0.key < $1.key })
        where continuity.entitySource.values.contains(entity) {
            expect(.removed, entity, "rows", reason: reason)
        }
        let order: [MigrationTest.Expectation.Kind] = [.renamed, .removed, .changed, .added]
        expectations = order.flatMap { kind in expectations.filter { $0.kind == kind } }
    }

    // MARK: Removed data

    private mutating func addRemovals() {
        let entities = Set(continuity.entitySource.values)
        let moved = Set(operations.properties.values.filter(\.isMoved).compactMap(\.source))
        let properties = Set(continuity.propertySource.values).union(moved)
        for entity in continuity.before.entities {
            guard entities.contains(entity.name) else {
                if !isDropped(entity.name, nil) { expect(.removed, entity.name, "with all of its rows") }
                continue
            }
            for property in entity.properties where property.isStored {
                let place = Place(entity: entity.name, property: property.name)
                // If a relationship's destination is removed, the relationship is removed with it.
                if let destination = property.destination, !entities.contains(destination) { continue }
                if !properties.contains(place), !isDropped(entity.name, property.name),
                    !isDeclared(.removed, inverseOf: property)
                {
                    expect(.removed, place.path, "was \(property.summary)", reason: operations.used[place])
                }
            }
        }
    }

    /// Returns whether a stage declares the loss of a removed entity or property. If so, adds it to ``dropped``.
    private mutating func isDropped(_ entity: String, _ property: String?) -> Bool {
        let part = DeclaredLoss.Part(entity: entity, property: property)
        guard let reason = losses.reason(forLossOf: part) else { return false }
        dropped.append(.init(subject: part.path, reason: reason))
        return true
    }

    // MARK: Remaining data

    private mutating func compare(_ entity: Entity) {
        var unchanged: [String] = []
        for property in entity.properties where property.isStored {
            let place = Place(entity: entity.name, property: property.name)
            let change = operations.properties[place]
            if let change, change.isMoved, let source = change.source, source != continuity.propertySource[place] {
                expectations.append(
                    .init(.renamed, source.path, to: place.path, detail: "moved", reason: change.reason))
                unchanged.append("`\(property.name)` (was `\(source.property)`)")
                continue
            }
            guard let source = continuity.propertySource[place], let previous = self.property(source) else {
                add(property, at: place)
                continue
            }
            let count = expectations.count
            if let reason = (change?.isMoved == false ? change?.reason : nil) ?? operations.links[place] {
                if !isDeclared(.changed, inverseOf: property) {
                    expect(.changed, place.path, "computed", reason: reason)
                }
                continue
            }
            compare(previous, at: source, with: property, at: place)
            if expectations.count == count {
                unchanged.append(
                    "`\(property.name)`" + (source.property == property.name ? "" : " (was `\(source.property)`)"))
            }
        }
        if !unchanged.isEmpty { carried.append(.init(entity: entity.name, properties: unchanged)) }
    }

    private mutating func compare(_ previous: Property, at source: Place, with property: Property, at place: Place) {
        switch (previous, property) {
        case (.attribute(let old), .attribute(let new)):
            compare(old, source.path, with: new, place.path)
        case (.relationship(let old), .relationship(let new)):
            // A to-many relationship keeps the link of a to-one relationship. A to-one relationship can keep only one
            // of several links.
            let keepsLinks = new.isToMany || !old.isToMany
            guard !keepsLinks || continuity.entitySource[new.destination] != old.destination,
                !isDeclared(.changed, inverseOf: property)
            else { return }
            expect(.changed, place.path, "from \(previous.summary) to \(property.summary)")
        default: expect(.changed, place.path, "from \(previous.summary) to \(property.summary)")
        }
    }

    private mutating func compare(
        _ old: Attribute, _ oldPath: String, with new: Attribute, _ newPath: String
    ) {
        switch (old.type == .composite, new.type == .composite) {
        case (true, true): compareElements(of: old, oldPath, with: new, newPath)
        case (false, false) where old.type.family == new.type.family: break
        default: expect(.changed, newPath, "from \(old.summary) to \(new.summary)")
        }
    }

    private mutating func compareElements(
        of old: Attribute, _ oldPath: String, with new: Attribute, _ newPath: String
    ) {
        var matched: Set<String> = []
        for element in new.elements {
            // For an enum, the element for the raw value has the property's name, which may have changed.
            let previous = old.elements.first {
                $0.name == element.name || $0.name == old.name && element.name == new.name
            }
            if let previous {
                matched.insert(previous.name)
                compare(
                    previous, "\(oldPath).\(previous.name)", with: element, "\(newPath).\(element.name)")
            } else if isCustom(from: nil) {
                expect(.added, "\(newPath).\(element.name)", "new: \(element.summary)")
            }
        }
        for element in old.elements where !matched.contains(element.name) {
            expect(.removed, "\(oldPath).\(element.name)", "was \(element.summary)")
        }
    }

    private func property(_ place: Place) -> Property? {
        continuity.before.properties(of: place.entity).first { $0.name == place.property }
    }

    // MARK: New data

    private mutating func add(_ property: Property, at place: Place) {
        if !isCustom(from: firstModel { $0.propertySource[place] != nil }) {
            defaults.append(.init(subject: place.path, value: property.defaultText))
        } else if !isDeclared(.added, inverseOf: property) {
            expect(
                .added, place.path, "new: \(property.summary)", reason: operations.properties[place]?.reason)
        }
    }

    /// Returns the index of the first model for which `continues` returns true, or nil if there is no such model. The
    /// closure receives the continuity from that model to the newest model.
    private func firstModel(where continues: (ModelContinuity) -> Bool) -> Int? {
        path.indices.first { continues(ModelContinuity(path: Array(path[$0...]))) }
    }

    /// Returns whether a custom stage migrates to the model at index `first` or to a later model. If `first` is nil,
    /// any custom stage counts.
    private func isCustom(from first: Int?) -> Bool {
        stages.dropFirst(max(0, (first ?? 0) - 1)).contains(.custom)
    }

    // MARK: Parts

    private mutating func expect(
        _ kind: MigrationTest.Expectation.Kind, _ subject: String, _ detail: String, reason: String? = nil
    ) {
        expectations.append(.init(kind, subject, detail: detail, reason: reason))
    }

    /// Returns whether there is already an expectation of the given kind for a relationship's inverse. A relationship
    /// and its inverse change together, so one expectation is enough. Returns false for a property without an inverse.
    private func isDeclared(
        _ kind: MigrationTest.Expectation.Kind, inverseOf property: Property
    ) -> Bool {
        guard case .relationship(let relationship) = property, let inverse = relationship.inverse else { return false }
        let subject = Place(entity: relationship.destination, property: inverse).path
        return expectations.contains { $0.kind == kind && $0.subject == subject }
    }
}

extension Property {
    /// Whether stores contain values of the property that a migration could lose. False for derived and transient
    /// properties.
    fileprivate var isStored: Bool {
        if case .attribute(let attribute) = self, attribute.derivation != nil { return false }
        return !isTransient
    }

    fileprivate var destination: String? {
        if case .relationship(let relationship) = self { relationship.destination } else { nil }
    }

    /// A description of the value that existing rows get, for use in a comment.
    fileprivate var defaultText: String {
        switch self {
        case .attribute(let attribute):
            if let value = attribute.defaultValue { return "`\(value.text.inOneLine)`" }
            return attribute.isOptional ? "nil" : "no default"
        case .relationship(let relationship): return relationship.isToMany ? "empty" : "nil"
        case .fetched: return "nil"
        }
    }
}

extension String {
    /// The string on a single line, shortened to at most 60 characters.
    var inOneLine: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 60 ? line.prefix(57) + "…" : line
    }
}
