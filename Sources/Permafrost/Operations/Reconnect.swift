import SwiftData

/// An operation that carries links over to a relationship with a different form. Use it when a to-one relationship
/// becomes to-many, when a to-many relationship becomes to-one, or when a join model is added or removed.
///
/// ```swift
/// let severalAuthors = Stage(from: PostsSchemaV4.self, to: PostsSchemaV5.self) {
///     // A post's author becomes the first of several.
///     Reconnect(\PostsSchemaV4.Post.author, to: \PostsSchemaV5.Post.authors)
/// }
/// let authorships = Stage(from: PostsSchemaV5.self, to: PostsSchemaV6.self) {
///     // One of the authors becomes the lead author.
///     Reconnect(\PostsSchemaV5.Post.authors, to: \PostsSchemaV6.Post.leadAuthor) { authors in authors.first }
///     // Each link becomes a row of a model between posts and authors.
///     Reconnect(\PostsSchemaV5.Post.authors, through: { (post: PostsSchemaV6.Post, author: PostsSchemaV6.Author) in
///         PostsSchemaV6.Authorship(post: post, author: author)
///     })
/// }
/// let authorsAgain = Stage(from: PostsSchemaV6.self, to: PostsSchemaV7.self) {
///     // Each row between a post and an author becomes a link.
///     Reconnect(
///         \PostsSchemaV6.Authorship.post, and: \PostsSchemaV6.Authorship.author, to: \PostsSchemaV7.Post.authors)
/// }
/// ```
///
/// Before the store changes, Permafrost captures the primary keys of the rows that each old row is linked to.
/// Afterward, it links the new row with the same key to the new rows with those keys.
///
/// If the new version still has the old relationship, pass key paths of the new version for both relationships.
/// Permafrost then moves the links row by row without storing them, and the old relationship is empty afterward.
///
/// > Important: If the new version has no row for a link's target, the migration fails with
/// > ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage may have deleted the row.
///
/// To rename a relationship without changing its form, declare `@Relationship(originalName:)` in the new version.
public struct Reconnect: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Creates an operation that moves the links of an optional to-one relationship to a to-many relationship.
    ///
    /// - Parameters:
    ///   - old: the optional to-one relationship in the old version.
    ///   - new: the to-many relationship in the new version. It keeps the links that it already has.
    public init<Old: PersistentModel, OldTarget: PersistentModel, New: PersistentModel, Links: RelatedModels>(
        _ old: KeyPath<Old, OldTarget?> & Sendable, to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new)
        ) { Self.add($1, to: $0, new) }
    }

    /// Creates an operation that moves the links of a required to-one relationship to a to-many relationship.
    ///
    /// - Parameters:
    ///   - old: the required to-one relationship in the old version.
    ///   - new: the to-many relationship in the new version. It keeps the links that it already has.
    public init<Old: PersistentModel, OldTarget: PersistentModel, New: PersistentModel, Links: RelatedModels>(
        _ old: KeyPath<Old, OldTarget> & Sendable, to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new)
        ) { Self.add($1, to: $0, new) }
    }

    /// Creates an operation that moves the links of a to-one relationship to a different to-one relationship.
    ///
    /// - Parameters:
    ///   - old: the optional to-one relationship in the old version.
    ///   - new: the optional to-one relationship in the new version.
    public init<Old: PersistentModel, OldTarget: PersistentModel, New: PersistentModel, Target: PersistentModel>(
        _ old: KeyPath<Old, OldTarget?> & Sendable, to new: ReferenceWritableKeyPath<New, Target?> & Sendable
    ) {
        self.init(LinkSource(old), LinkDestination(new)) { row, targets in row[keyPath: new] = targets.first }
    }

    /// Creates an operation that moves the links of a to-many relationship to a different to-many relationship. The two
    /// relationships can have different inverses.
    ///
    /// - Parameters:
    ///   - old: the to-many relationship in the old version.
    ///   - new: the to-many relationship in the new version. It keeps the links that it already has.
    public init<Old: PersistentModel, OldLinks: RelatedModels, New: PersistentModel, Links: RelatedModels>(
        _ old: KeyPath<Old, OldLinks> & Sendable, to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype, OldLinks: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new)
        ) { Self.add($1, to: $0, new) }
    }

    /// Creates an operation that moves one of each row's links from a to-many relationship to a to-one relationship.
    ///
    /// - Parameters:
    ///   - old: the to-many relationship in the old version.
    ///   - new: the optional to-one relationship in the new version.
    ///   - choose: receives one or more linked rows, and returns the row that stays linked, or nil to remove all links.
    ///     The rows are sorted by primary key, unless both relationships belong to the new version.
    public init<Old: PersistentModel, OldLinks: RelatedModels, New: PersistentModel, Target: PersistentModel>(
        _ old: KeyPath<Old, OldLinks> & Sendable, to new: ReferenceWritableKeyPath<New, Target?> & Sendable,
        choose: @escaping @Sendable ([Target]) throws -> Target?
    ) where OldLinks: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new),
            effects: [.used(PropertyName(old)), .made(PropertyName(new))]
        ) { row, targets in row[keyPath: new] = try choose(targets) }
    }

    /// Creates an operation that turns the links of a to-many relationship into rows of a join model.
    ///
    /// - Parameters:
    ///   - old: the to-many relationship in the old version.
    ///   - join: returns a new row of the join model for an owner and one of its linked rows. Permafrost inserts the
    ///     new row.
    public init<
        Old: PersistentModel, OldLinks: RelatedModels, New: PersistentModel, Target: PersistentModel,
        Join: PersistentModel
    >(
        _ old: KeyPath<Old, OldLinks> & Sendable, through join: @escaping @Sendable (New, Target) throws -> Join
    ) where OldLinks: SendableMetatype {
        let destination = LinkDestination<New, Target>(
            property: nil, name: Schema.entityName(of: Join.self), others: [.new(Join.self)])
        self.init(
            LinkSource(old), destination,
            effects: [.used(PropertyName(old)), .addedRows(entity: Schema.entityName(of: Join.self))]
        ) { row, targets in
            for target in targets { row.modelContext?.insert(try join(row, target)) }
        }
    }

    /// Creates an operation that turns the rows of a join model into links of a to-many relationship.
    ///
    /// - Parameters:
    ///   - owner: the join model's relationship to the row that receives the links, in the old version.
    ///   - target: the join model's relationship to the row that the links point to, in the old version.
    ///   - new: the to-many relationship in the new version. It keeps the links that it already has.
    public init<
        Join: PersistentModel, OldOwner: PersistentModel, OldTarget: PersistentModel, New: PersistentModel,
        Links: RelatedModels
    >(
        _ owner: KeyPath<Join, OldOwner?> & Sendable, and target: KeyPath<Join, OldTarget?> & Sendable,
        to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype {
        self.init(
            LinkSource(owner, target), LinkDestination(new),
            effects: [.consumedRows(entity: Schema.entityName(of: Join.self)), .made(PropertyName(new))]
        ) { Self.add($1, to: $0, new) }
    }

    private init<Old: PersistentModel, New: PersistentModel, Target: PersistentModel>(
        _ source: LinkSource<Old>, _ destination: LinkDestination<New, Target>, effects: [OperationEffect]? = nil,
        write: @escaping @Sendable (New, [Target]) throws -> Void
    ) {
        let name = "Reconnect \(source.name) → \(destination.name)"
        self.name = name
        // If both sides have the same class, the new version still has the old relationship.
        let isWithin = Old.self == New.self
        models = [isWithin ? .new(Old.self) : .old(Old.self), .new(New.self)] + destination.others
        carried = source.properties
        let own =
            effects ?? destination.property.map { property in source.properties.map { .moved($0, to: property) } } ?? []
        // The old relationship still exists, and this operation empties it.
        self.effects = isWithin ? own.map { if case .used(let property) = $0 { .made(property) } else { $0 } } : own
        makeSteps = { stage in
            let links = CapturedLinks<Old, New, Target>(
                operation: name, source: source, property: destination.property ?? source.properties[0], write: write)
            return isWithin ? try links.stepsWithin(stage) : links.steps(stage)
        }
    }

    /// Adds links to a relationship and keeps its existing links.
    private static func add<New: PersistentModel, Links: RelatedModels>(
        _ targets: [Links.Model], to row: New, _ property: ReferenceWritableKeyPath<New, Links>
    ) {
        let own = row[keyPath: property].models
        row[keyPath: property] = Links(models: own + targets.filter { !own.contains($0) })
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}

/// A relationship that receives links, or a join model that receives a row for each link.
private struct LinkDestination<New: PersistentModel, Target: PersistentModel>: Sendable {
    let property: PropertyName?
    let name: String
    let others: [ModelUse]

    init(property: PropertyName?, name: String, others: [ModelUse]) {
        self.property = property
        self.name = name
        self.others = others
    }

    init(_ property: KeyPath<New, Target?>) {
        self.init(property: PropertyName(property), name: "\(PropertyName(property))", others: [])
    }

    init<Links: RelatedModels>(_ property: KeyPath<New, Links>) where Links.Model == Target {
        self.init(property: PropertyName(property), name: "\(PropertyName(property))", others: [])
    }
}
