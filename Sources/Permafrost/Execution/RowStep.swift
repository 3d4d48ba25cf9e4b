import SwiftData

/// What one operation does with each row of a model while a ``RowPass`` goes over them.
///
/// The row's class is known to the closure alone, so that a pass keeps the steps of all models in one kind of array and calls
/// each row's without looking up a type.
struct RowStep {
    /// The operation's name in messages.
    let operation: String
    /// The property concerned, in messages.
    let property: String?
    /// The class whose rows are visited.
    let model: any PersistentModel.Type
    /// Whether ``visit`` uses the row's primary key; else it is given 0.
    let needsKey: Bool
    /// Takes a row of the class and its key, and returns whether it changed the row.
    private let visit: (AnyObject, Int64) throws -> Bool
    /// Runs after the last row.
    private let finish: (StageContext) throws -> Void
    /// Forgets every row that was visited.
    let restart: () -> Void

    /// A step over the rows of a class.
    init<Model: PersistentModel>(
        _ model: Model.Type, operation: String, property: PropertyName? = nil, needsKey: Bool,
        restart: @escaping () -> Void = {}, visit: @escaping (Model, Int64) throws -> Bool,
        finish: @escaping (StageContext) throws -> Void = { _ in }
    ) {
        self.operation = operation
        self.property = property?.description
        self.model = model
        self.needsKey = needsKey
        self.restart = restart
        self.finish = finish
        // A pass gives each step rows of its own class, which it groups the steps by.
        self.visit = { row, key in try visit(unsafeDowncast(row, to: Model.self), key) }
    }

    /// Whether the rows of two steps are of one class.
    func hasModel(of other: RowStep) -> Bool { model == other.model }

    /// Visits a row, which is of the step's class; returns whether that changed it.
    ///
    /// - Throws: what the operation throws, with the operation and its property.
    func callAsFunction(_ row: AnyObject, _ key: Int64) throws -> Bool {
        do { return try visit(row, key) } catch { throw located(error) }
    }

    /// Ends a pass.
    func end(_ stage: StageContext) throws {
        do { try finish(stage) } catch { throw located(error) }
    }

    private func located(_ error: any Error) -> MigrationError {
        MigrationError(locating: error, operation: operation, property: property)
    }
}

/// The steps of one operation in the passes of one run of its stage, and what it has captured.
struct RowSteps {
    /// Over the old types.
    var capture: RowStep?
    /// Over the new types.
    var perform: RowStep?
    /// Over the new types, after everything was performed.
    var verify: RowStep?
    /// The values captured of rows, and the rows' model in the new version.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
