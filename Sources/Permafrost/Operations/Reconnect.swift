import SwiftData

/// Carries links over to a relationship of another form.
///
/// ```swift
/// // One becomes many, many become one, and many stay many.
/// Reconnect(\SchemaV1.Location.group, to: \SchemaV2.Location.groups)
/// Reconnect(\SchemaV1.Post.tags, to: \SchemaV2.Post.mainTag) { tags in tags.first }
/// Reconnect(\SchemaV1.Post.tags, to: \SchemaV2.Post.labels)
/// // A model joins both sides, or did so.
/// Reconnect(\SchemaV1.Post.tags, through: { (post: SchemaV2.Post, tag: SchemaV2.Tag) in
///     SchemaV2.Tagging(post: post, tag: tag)
/// })
/// Reconnect(\SchemaV1.Tagging.post, and: \SchemaV1.Tagging.tag, to: \SchemaV2.Post.tags)
/// ```
///
/// becomes: the keys of the rows that each old row refers to are kept by its own key before the store changes, and the new row
/// with that key is linked to the new rows with those keys.
///
/// Where both relationships are of the new version, because it still has the old one, nothing is kept in memory: the links
/// move row by row, and the old relationship is empty afterwards.
///
/// - Note: A link whose target the new version has not ends the migration with
///   ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage may have deleted it.
public struct Reconnect: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// A link to one row becomes one to many.
    public init<Old: PersistentModel, OldTarget: PersistentModel, New: PersistentModel, Links: RelatedModels>(
        _ old: KeyPath<Old, OldTarget?> & Sendable, to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new)
        ) { Self.add($1, to: $0, new) }
    }

    /// A link to one row, which must be there, becomes one to many.
    public init<Old: PersistentModel, OldTarget: PersistentModel, New: PersistentModel, Links: RelatedModels>(
        _ old: KeyPath<Old, OldTarget> & Sendable, to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new)
        ) { Self.add($1, to: $0, new) }
    }

    /// A link to one row stays one.
    public init<Old: PersistentModel, OldTarget: PersistentModel, New: PersistentModel, Target: PersistentModel>(
        _ old: KeyPath<Old, OldTarget?> & Sendable, to new: ReferenceWritableKeyPath<New, Target?> & Sendable
    ) {
        self.init(LinkSource(old), LinkDestination(new)) { row, targets in row[keyPath: new] = targets.first }
    }

    /// Links to many rows stay that, whatever the relationship's other side is.
    public init<Old: PersistentModel, OldLinks: RelatedModels, New: PersistentModel, Links: RelatedModels>(
        _ old: KeyPath<Old, OldLinks> & Sendable, to new: ReferenceWritableKeyPath<New, Links> & Sendable
    ) where Links: SendableMetatype, OldLinks: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new)
        ) { Self.add($1, to: $0, new) }
    }

    /// Links to many rows become one.
    ///
    /// - Parameters:
    ///   - old: the relationship in the old version.
    ///   - new: the relationship in the new version.
    ///   - choose: takes the rows that were linked, one or more, in the order of their keys, and returns the one that stays linked;
    ///     nil for none.
    public init<Old: PersistentModel, OldLinks: RelatedModels, New: PersistentModel, Target: PersistentModel>(
        _ old: KeyPath<Old, OldLinks> & Sendable, to new: ReferenceWritableKeyPath<New, Target?> & Sendable,
        choose: @escaping @Sendable ([Target]) throws -> Target?
    ) where OldLinks: SendableMetatype {
        self.init(
            LinkSource(old), LinkDestination(new),
            effects: [.used(PropertyName(old)), .made(PropertyName(new))]
        ) { row, targets in row[keyPath: new] = try choose(targets) }
    }

    /// Links to many rows become rows of a model that joins both sides.
    ///
    /// - Parameters:
    ///   - old: the relationship in the old version.
    ///   - join: makes the joining row, which is inserted, of an owner and one row that it was linked to.
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

    /// Rows of a model that joined both sides become links to many rows.
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
        // One class on both sides is of the new version, which then still has the old relationship.
        let isWithin = Old.self == New.self
        models = [isWithin ? .new(Old.self) : .old(Old.self), .new(New.self)] + destination.others
        carried = source.properties
        let own =
            effects ?? destination.property.map { property in source.properties.map { .moved($0, to: property) } } ?? []
        // The old relationship is still there, and is emptied.
        self.effects = isWithin ? own.map { if case .used(let property) = $0 { .made(property) } else { $0 } } : own
        makeSteps = { stage in
            let links = CapturedLinks<Old, New, Target>(
                operation: name, source: source, property: destination.property ?? source.properties[0], write: write)
            return isWithin ? try links.stepsWithin(stage) : links.steps(stage)
        }
    }

    /// Links that are there already stay.
    private static func add<New: PersistentModel, Links: RelatedModels>(
        _ targets: [Links.Model], to row: New, _ property: ReferenceWritableKeyPath<New, Links>
    ) {
        let own = row[keyPath: property].models
        row[keyPath: property] = Links(models: own + targets.filter { !own.contains($0) })
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}

/// The place that links are written to.
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
