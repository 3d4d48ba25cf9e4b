/// Makes a class persistent.
///
/// Attach this macro to a class whose objects you want to keep in a store. Each stored property becomes an attribute,
/// or a relationship if its type is a model, an array of a model, or an optional of either. The entity has the class's
/// name. Objects can be inserted into a ``ModelContext``, and their properties can be observed.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Trip {
///     @Attribute(.unique) var name: String
///     var start: Date
///     @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
///
///     init(name: String, start: Date) {
///         self.name = name
///         self.start = start
///     }
/// }
///
/// @Model final class Stop {
///     var place: String
///     var trip: Trip?
///     init(place: String) { self.place = place }
/// }
/// ```
///
/// A class whose superclass is a model inherits the superclass's properties. Its entity is a subentity of the
/// superclass's entity.
///
/// If a store can't contain a property's type, creating a container throws `SwiftDataError.unknownSchema`.
///
/// > Important: Objects of a model aren't `Sendable`, unless the class is isolated to the main actor. Pass a
/// > ``PersistentModel/persistentModelID`` to a different task instead.
///
/// To change how one property is stored, use ``Attribute(_:originalName:hashModifier:)``,
/// ``Relationship(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)`` or
/// ``Transient()``.
@attached(
    member, conformances: PersistentModel,
    names: named(_modelState), named(_modelStorage), named(_$inheritedCount), named(schemaMetadata), named(_uniqueness),
    named(_indexes), named(init), named(_load), named(_store), named(_visit), named(_isEqual))
@attached(memberAttribute)
@attached(extension, conformances: PersistentModel)
public macro Model() = #externalMacro(module: "PermafrostMacrosPlugin", type: "ModelMacro")

/// Changes how an attribute is stored.
///
/// Use this macro for values that must be unique, for large values, and for properties that were renamed.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Photo {
///     @Attribute(.unique) var number: Int
///     @Attribute(.externalStorage) var image: Data
///     @Attribute(originalName: "title") var caption: String
///
///     init(number: Int, image: Data, caption: String) {
///         self.number = number
///         self.image = image
///         self.caption = caption
///     }
/// }
/// ```
///
/// - Parameters:
///   - options: the options, such as uniqueness and external storage. See ``Schema/Attribute/Option``.
///   - originalName: the property's name in the previous version, so that a migration keeps its values.
///   - hashModifier: a string that changes only the version hash.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PermafrostMacrosPlugin", type: "PropertyMarkerMacro")

/// Changes how a relationship behaves.
///
/// Use this macro to specify the inverse property and the delete rule. Without the macro, a property is a relationship
/// if its type is a model, an array of a model, or an optional of either. Its delete rule is then
/// ``Schema/Relationship/DeleteRule/nullify``.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Album {
///     var title: String
///     @Relationship(deleteRule: .cascade, inverse: \Song.album) var songs: [Song] = []
///     init(title: String) { self.title = title }
/// }
///
/// @Model final class Song {
///     var title: String
///     var album: Album?
///     init(title: String) { self.title = title }
/// }
/// ```
///
/// > Warning: With ``Schema/Relationship/DeleteRule/cascade``, deleting an object also deletes the objects that it
/// > refers to.
///
/// - Parameters:
///   - options: ``Schema/Relationship/Option/unique``, or none.
///   - deleteRule: the effect on related objects when an object is deleted.
///   - minimumModelCount: the minimum number of objects in a to-many relationship. Saves on Linux don't check it.
///   - maximumModelCount: the maximum number of objects in a to-many relationship, or 0 for any number. Saves on Linux
///     don't check it.
///   - originalName: the property's name in the previous version, so that a migration keeps its links.
///   - inverse: the inverse property in the related class.
///   - hashModifier: a string that changes only the version hash.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
    inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PermafrostMacrosPlugin", type: "PropertyMarkerMacro")

/// Keeps a property out of the store.
///
/// Use this macro for values that can be computed again. The property must have an initial value or an optional type.
/// Objects that are read from a store have the initial value.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Download {
///     var path: String
///     @Transient var isRunning = false
///     init(path: String) { self.path = path }
/// }
/// ```
@attached(peer)
public macro Transient() = #externalMacro(module: "PermafrostMacrosPlugin", type: "PropertyMarkerMacro")

/// Makes combinations of properties unique.
///
/// Use this macro if a combination of values identifies an object. For a single property, use
/// ``Schema/Attribute/Option/unique``.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Seat {
///     #Unique<Seat>([\.row, \.number])
///
///     var row: String
///     var number: Int
///     init(row: String, number: Int) {
///         self.row = row
///         self.number = number
///     }
/// }
/// ```
///
/// > Warning: If you insert an object with the same values as a stored object, the next save doesn't throw. It
/// > overwrites the stored object's row with the new object's values.
///
/// The save throws if the inserted object and the stored object have different classes in a class hierarchy, or if you
/// change a stored object's values to the values of another stored object.
///
/// Nil values are never equal, so rows with nil in one of the properties don't conflict.
///
/// - Parameter constraints: the groups of properties. No two objects may have equal values for all properties of a
///   group.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "ClassMarkerMacro")

/// Adds indexes to a model, so that fetches by the indexed properties don't need to read the complete table.
///
/// Use this macro for properties that predicates compare or that fetches sort by.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Entry {
///     #Index<Entry>([\.date], [\.category, \.date])
///
///     var date: Date
///     var category: String
///     init(date: Date, category: String) {
///         self.date = date
///         self.category = category
///     }
/// }
/// ```
///
/// An index of only one relationship isn't created, because the relationship's column already has an index. Indexes
/// aren't part of the version hash. If only indexes changed, the store is opened unchanged, and the next migration
/// creates the new indexes.
///
/// - Parameter indices: the groups of properties. Each group becomes one index.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "ClassMarkerMacro")

/// Adds indexes of the given kinds.
///
/// Use this macro to declare B-trees and R-trees together. It lets a model with R-trees compile on Linux.
///
/// > Important: On Linux, the model records an R-tree, but no index is created. Unless SQLite can use a B-tree of the
/// > model, a fetch by ranges of coordinates reads the complete table.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Place {
///     #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
///
///     var name: String
///     var latitude: Double
///     var longitude: Double
///     init(name: String, latitude: Double, longitude: Double) {
///         self.name = name
///         self.latitude = latitude
///         self.longitude = longitude
///     }
/// }
/// ```
///
/// - Parameter indices: the indexes with their kinds. See ``Schema/Index/Types``.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "ClassMarkerMacro")

/// Adds a property's accessors and the variable that stores its value. ``Model()`` attaches this macro. Don't use it
/// directly.
///
/// - Parameters:
///   - index: the property's index among the class's own stored properties.
///   - mayInherit: whether the class can have a superclass that is a model.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_$))
public macro _PersistedProperty(_ index: Int, mayInherit: Bool = false) =
    #externalMacro(module: "PermafrostMacrosPlugin", type: "PersistedPropertyMacro")

/// Gives an actor its own ``ModelContext``.
///
/// Attach this macro to an actor that reads or changes objects away from the main actor. The macro adds the initializer
/// `init(modelContainer:)` and the requirements of the ``ModelActor`` protocol.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// @ModelActor
/// actor TripImporter {
///     func importTrips(named names: [String]) throws -> [PersistentIdentifier] {
///         let trips = names.map { Trip(name: $0) }
///         for trip in trips { modelContext.insert(trip) }
///         try modelContext.save()
///         return trips.map(\.persistentModelID)
///     }
/// }
///
/// func importTrips(into container: ModelContainer) async throws -> [PersistentIdentifier] {
///     try await TripImporter(modelContainer: container).importTrips(named: ["Alps", "Coast"])
/// }
/// ```
///
/// Return identifiers from the actor, not objects, because objects belong to the actor's context.
///
/// > Important: The actor's context doesn't save automatically. Call ``ModelContext/save()``, or set
/// > ``ModelContext/autosaveEnabled`` inside the actor.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "PermafrostMacrosPlugin", type: "ModelActorMacro")
