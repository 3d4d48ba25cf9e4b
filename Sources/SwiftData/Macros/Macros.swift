/// Makes a class persistent: its stored properties become attributes and relationships of an entity that bears the
/// class's name, and its instances can be inserted into a ``ModelContext``. Properties are observable.
///
/// A class whose superclass is a model inherits that one's properties: its entity is a subentity of the other's.
@attached(
    member, conformances: PersistentModel,
    names: named(_modelStorage), named(_$inheritedCount), named(schemaMetadata), named(_uniqueness), named(_indexes),
    named(init), named(_load), named(_store), named(_visit), named(_isEqual))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel)
public macro Model() = #externalMacro(module: "PermafrostMacrosPlugin", type: "ModelMacro")

/// Says how an attribute is stored.
///
/// - Parameters:
///   - options: uniqueness, external storage and the like; see ``Schema/Attribute/Option``.
///   - originalName: the name under which the previous version knew the property, so that a migration keeps its values.
///   - hashModifier: text that changes the version's identity and nothing else.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PermafrostMacrosPlugin", type: "PropertyMarkerMacro")

/// Says how a relationship behaves.
///
/// - Parameters:
///   - options: ``Schema/Relationship/Option/unique``.
///   - deleteRule: what deleting the owner does to the objects on the other side.
///   - minimumModelCount: the fewest objects of a to-many relationship.
///   - maximumModelCount: the most objects of a to-many relationship; 0 for any number.
///   - originalName: the name under which the previous version knew the property.
///   - inverse: the property on the other side.
///   - hashModifier: text that changes the version's identity and nothing else.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
    inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PermafrostMacrosPlugin", type: "PropertyMarkerMacro")

/// Keeps a property out of the store. It needs an initial value.
@attached(peer)
public macro Transient() = #externalMacro(module: "PermafrostMacrosPlugin", type: "PropertyMarkerMacro")

/// Makes groups of properties unique together: an object inserted with the values of a stored one updates that one.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "ClassMarkerMacro")

/// Indexes groups of properties, for fetches by them.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "ClassMarkerMacro")

/// Indexes groups of properties, each by the given kind of index.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "ClassMarkerMacro")

/// The accessors that ``Model()`` gives a property, by the property's number among the class's own, and the variable that
/// holds its value. Not for use by hand.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_$))
public macro _PersistedProperty(_ index: Int, mayInherit: Bool = false) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "PersistedPropertyMacro")

/// Gives an actor a ``ModelContext`` of its own, and an initialiser that takes the container.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "PermafrostMacrosPlugin", type: "ModelActorMacro")
