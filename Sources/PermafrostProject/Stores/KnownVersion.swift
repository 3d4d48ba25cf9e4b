import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

/// A version that the project knows, by its sources or its fixtures.
package struct KnownVersion: Sendable {
    /// What tells the version.
    package enum Origin: Sendable, Hashable {
        /// A declaration, and the condition under which it is this one, where that differs by platform.
        case declared(SourceLocation, condition: String?)
        /// A fixture, by its folder relative to the tree.
        case frozen(folder: String)
    }

    /// What tells it.
    package let origin: Origin
    /// The group's name, where it is known.
    package let group: String?
    /// Whether the group has a migration plan.
    package let hasPlan: Bool
    /// The version's name.
    package let version: String
    /// The type that declares it, or declared it.
    package let schema: String?
    /// The model.
    package let model: ComparedModel
    /// The parts whose hash is assumed, not proven.
    package let assumptions: [Assumption]
    /// What the mapping got wrong by which an earlier release froze it; nil also if the declaration was edited since.
    package var formerMapping: FormerMapping?
}

/// A model with what a comparison must know of where it comes from.
package struct ComparedModel: Sendable {
    /// The model.
    package let model: SchemaModel
    /// Whether it is no more than what a store carries: no Swift types, and the values that dynamic defaults happened to have.
    package let isArchived: Bool
    /// Where its parts are declared, for a declaration.
    package let places: ModelPlaces?
    /// Where the model as a whole is declared.
    package let location: SourceLocation?
    /// Where its version is given.
    package let versionLocation: SourceLocation?

    /// A model of the given origin.
    package init(
        _ model: SchemaModel, isArchived: Bool, places: ModelPlaces? = nil, location: SourceLocation? = nil,
        versionLocation: SourceLocation? = nil
    ) {
        self.model = model
        self.isArchived = isArchived
        self.places = places
        self.location = location
        self.versionLocation = versionLocation
    }

    /// Another model of the same origin.
    package func `as`(_ model: SchemaModel) -> ComparedModel {
        ComparedModel(
            model, isArchived: isArchived, places: places, location: location, versionLocation: versionLocation)
    }

    /// The model that a version declares, or one of its variants by platform.
    init(_ model: SchemaModel, of schema: DeclaredSchema, at location: SourceLocation? = nil) {
        self.init(
            model, isArchived: false, places: schema.places, location: location ?? schema.location,
            versionLocation: schema.versionLocation)
    }

    /// Where what changed is declared, or what holds what is gone.
    package func place(of change: ModelChange) -> SourceLocation? {
        guard let places, let entity = change.entity else {
            return change.aspect == .versionIdentifier ? versionLocation : location
        }
        if let property = change.property, let place = places.properties[entity]?[property] { return place }
        return places.entities[entity] ?? location
    }

    /// Two models in a form in which equal declarations are equal: as stores carry them, where one of them is no more.
    package static func comparable(_ old: ComparedModel, _ new: ComparedModel) -> (old: SchemaModel, new: SchemaModel) {
        guard old.isArchived || new.isArchived else { return (old.model, new.model) }
        func archived(_ one: ComparedModel, beside other: ComparedModel) -> SchemaModel {
            let model = one.isArchived ? one.model : one.model.archived
            let declared = [one, other].filter { !$0.isArchived }.map(\.model)
            return model.droppingDefaults(dynamicIn: declared)
        }
        return (archived(old, beside: new), archived(new, beside: old))
    }
}
