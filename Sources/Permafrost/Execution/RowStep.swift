import SwiftData

/// The work of one operation on each row of a model during a ``RowPass``.
///
/// Only the ``visit`` closure knows the row's class. One array can therefore contain the steps of all models, and a
/// pass can call them without looking up types. Steps are objects, so that a pass doesn't copy them for each row.
final class RowStep {
    /// The operation's name, for messages.
    let operation: String
    /// The affected property, for messages; nil if the step doesn't concern one property.
    let property: String?
    /// The class whose rows are visited.
    let model: any PersistentModel.Type
    /// Whether ``visit`` uses the row's primary key. If no step for a model needs the key, the steps receive 0.
    let needsKey: Bool
    /// The work without objects, if it uses only one attribute of each row; nil otherwise.
    private let attribute: AttributeStep?
    /// A closure that handles a row, and returns whether it changed the row.
    private let visit: (AnyObject, Int64) throws -> Bool
    /// A closure that runs after the last row. It can throw an error that concerns several rows.
    private let finish: (StageContext) throws -> Void
    /// A closure that discards the results that were collected so far.
    let restart: () -> Void

    init<Model: PersistentModel>(
        _ model: Model.Type, operation: String, property: PropertyName? = nil, needsKey: Bool,
        attribute: AttributeStep? = nil, restart: @escaping () -> Void = {},
        visit: @escaping (Model, Int64) throws -> Bool,
        finish: @escaping (StageContext) throws -> Void = { _ in }
    ) {
        self.operation = operation
        self.property = property?.description
        self.model = model
        self.needsKey = needsKey
        self.attribute = attribute
        self.restart = restart
        self.finish = finish
        // A pass groups its steps by class, and calls a step only with rows of that class.
        self.visit = { row, key in try visit(unsafeDowncast(row, to: Model.self), key) }
    }

    /// Returns whether another step visits rows of the same class.
    func hasModel(of other: RowStep) -> Bool { model == other.model }

    /// Handles a row of the step's class. Returns whether the row was changed.
    ///
    /// - Throws: the operation's error, as a ``MigrationError`` with the names of the operation and the property.
    func callAsFunction(_ row: AnyObject, _ key: Int64) throws -> Bool {
        do { return try visit(row, key) } catch { throw located(error) }
    }

    /// Adds the step's work to a fetch that reads attributes without creating objects. Returns false if the step needs
    /// objects. The fetch throws the operation's error in the same form as the step.
    func add(to fetch: AttributeFetch) -> Bool { attribute?.add(to: fetch, located: located) ?? false }

    /// Runs the step's final work after the last row.
    ///
    /// - Throws: the operation's error, as a ``MigrationError`` with the names of the operation and the property.
    func end(_ stage: StageContext) throws {
        do { try finish(stage) } catch { throw located(error) }
    }

    private func located(_ error: any Error) -> MigrationError {
        MigrationError(locating: error, operation: operation, property: property)
    }
}
