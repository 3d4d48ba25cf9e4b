import PermafrostModel
import SwiftData

/// A declaration that a stage deletes a property or a model intentionally, with the reason. Use it when the new version
/// removes something whose values nobody needs.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///     Drop(\PostsSchemaV3.Post.legacyAuthorName, because: "never shown since 3.0")
/// }
/// ```
///
/// The declaration changes nothing: SwiftData deletes the values of a property or a model that the new version doesn't
/// have. With the declaration, `permafrost lint`, ``MigrationPlan/validate()``, a dry run, `assertDataPreserved` and
/// scaffolded tests accept exactly this loss. They report a declaration that isn't true, for example if the new version
/// still has the property or renames it, or if another operation of the stage uses its values.
///
/// The declaration of a relationship also accepts the loss of its inverse. The declaration of a model also accepts the
/// loss of its subclasses and of the relationships to it.
///
/// A stage that contains only such declarations is lightweight. If an app has its own `SchemaMigrationPlan`, whose
/// stages don't accept declarations, pass them to `assertDataPreserved` of PermafrostTesting as its `dropping`
/// argument.
///
/// To delete rows of a model that the new version keeps, use ``DeleteAll`` or ``DeleteWhere``.
public struct Drop: StageOperation {
    public let name: String
    /// The reason for the loss.
    public let reason: String
    let models: [ModelUse]
    package let loss: DeclaredLoss
    var effects: [OperationEffect] { [.dropped(loss)] }

    /// Creates a declaration that a property is deleted with its values or links.
    ///
    /// - Parameters:
    ///   - property: the property in the old version.
    ///   - reason: the reason that the values can be deleted.
    public init<Model: PersistentModel, Value>(
        _ property: KeyPath<Model, Value> & Sendable, because reason: String
    ) {
        self.init(
            Model.self,
            DeclaredLoss.Part(entity: Schema.entityName(of: Model.self), property: Self.propertyPath(property)), reason)
    }

    /// Creates a declaration that a model is deleted with all of its rows.
    ///
    /// - Parameters:
    ///   - model: the class in the old version.
    ///   - reason: the reason that the rows can be deleted.
    public init<Model: PersistentModel>(_ model: Model.Type, because reason: String) {
        self.init(model, DeclaredLoss.Part(entity: Schema.entityName(of: Model.self)), reason)
    }

    private init<Model: PersistentModel>(_ model: Model.Type, _ part: DeclaredLoss.Part, _ reason: String) {
        name = "Drop \(part.path)"
        self.reason = reason
        models = [.old(model)]
        loss = DeclaredLoss(part, because: reason)
    }

    /// Returns the name of the property at a key path. A key path into a property's value results in a path such as
    /// `address.street`, which doesn't match any property.
    private static func propertyPath<Model: PersistentModel>(_ keyPath: PartialKeyPath<Model>) -> String {
        if let known = PropertyReflection.all(of: Model.self).first(where: { $0.keyPath == keyPath })?.name {
            return known
        }
        let (text, start) = ("\(keyPath)", "\\\(Model.self).")
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : PropertyName(keyPath).property
    }
}
