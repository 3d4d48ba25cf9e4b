import SwiftData

/// The source of links in a ``Reconnect`` operation: a relationship, or a join model with a row for each link.
struct LinkSource<Old: PersistentModel>: Sendable {
    /// The name of the relationship, or the names of a join model's two relationships, for messages.
    let name: String
    let properties: [PropertyName]
    /// For a join model such as `Authorship`, a closure that returns the identifier of the row that gets a join row's
    /// link, such as the post; nil if the join row has no post. The closure itself is nil for a relationship.
    let owner: (@Sendable (Old) -> PersistentIdentifier?)?
    /// A closure that returns the objects that a row is linked to.
    let targets: @Sendable (Old) -> [any PersistentModel]
    /// A closure that removes a row's links; nil for a required relationship and for a join model.
    let clear: (@Sendable (Old) -> Void)?

    init<Target: PersistentModel>(_ property: KeyPath<Old, Target?> & Sendable) {
        self.init(
            property,
            clear: { row in (property as? ReferenceWritableKeyPath<Old, Target?>).map { row[keyPath: $0] = nil } },
            targets: { row in row[keyPath: property].map { [$0] } ?? [] })
    }

    init<Target: PersistentModel>(_ property: KeyPath<Old, Target> & Sendable) {
        self.init(property, clear: nil) { [$0[keyPath: property]] }
    }

    init<Links: RelatedModels & SendableMetatype>(_ property: KeyPath<Old, Links> & Sendable) {
        self.init(
            property,
            clear: { row in
                (property as? ReferenceWritableKeyPath<Old, Links>).map { row[keyPath: $0] = Links(models: []) }
            }, targets: { $0[keyPath: property].models })
    }

    /// Creates a source whose links are the rows of a join model.
    init<Owner: PersistentModel, Target: PersistentModel>(
        _ owner: KeyPath<Old, Owner?> & Sendable, _ target: KeyPath<Old, Target?> & Sendable
    ) {
        properties = [PropertyName(owner), PropertyName(target)]
        name = properties.map(\.description).joined(separator: ", ")
        self.owner = { $0[keyPath: owner]?.persistentModelID }
        targets = { $0[keyPath: target].map { [$0] } ?? [] }
        clear = nil
    }

    private init(
        _ property: PartialKeyPath<Old>, clear: (@Sendable (Old) -> Void)?,
        targets: @escaping @Sendable (Old) -> [any PersistentModel]
    ) {
        properties = [PropertyName(property)]
        name = properties[0].description
        owner = nil
        self.targets = targets
        self.clear = clear
    }
}
