import SwiftData

/// What one operation does with each row of a model while a ``RowPass`` goes over them.
struct RowStep<Model: PersistentModel>: RowVisitor {
    /// The operation's name in messages.
    let operation: String
    /// The property concerned, in messages.
    let property: String?
    /// Whether ``visit`` uses the row's primary key; else it is given 0.
    let needsKey: Bool
    /// Takes a row and its key, and returns whether it changed the row.
    let visit: (Model, Int64) throws -> Bool
    /// Runs after the last row.
    let finish: (StageContext) throws -> Void
    /// Forgets every row that was visited.
    let restart: () -> Void

    init(
        operation: String, property: PropertyName? = nil, needsKey: Bool, restart: @escaping () -> Void = {},
        visit: @escaping (Model, Int64) throws -> Bool,
        finish: @escaping (StageContext) throws -> Void = { _ in }
    ) {
        self.restart = restart
        self.operation = operation
        self.property = property?.description
        self.needsKey = needsKey
        self.visit = visit
        self.finish = finish
    }

    func end(_ stage: StageContext) throws { try located { try finish(stage) } }

    /// Runs `body`, whose errors are reported with the operation and its property.
    func located<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            throw MigrationError(locating: error, operation: operation, property: property)
        }
    }
}

/// A ``RowStep`` of any model.
protocol RowVisitor {
    associatedtype Model: PersistentModel
    var operation: String { get }
    var restart: () -> Void { get }
    /// Ends a pass.
    func end(_ stage: StageContext) throws
}

extension RowVisitor {
    /// The class whose rows are visited.
    var model: ObjectIdentifier { ObjectIdentifier(Model.self) }
}

/// What one operation does in the passes of one run of its stage, and what it has captured.
struct RowSteps {
    /// Over the old types.
    var capture: (any RowVisitor)?
    /// Over the new types.
    var perform: (any RowVisitor)?
    /// Over the new types, after everything was performed.
    var verify: (any RowVisitor)?
    /// What was captured of rows, and the model that they are of in the new version.
    var captured: (cells: CapturedCells, model: any PersistentModel.Type)?
}
