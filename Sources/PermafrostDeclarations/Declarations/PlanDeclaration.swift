import PermafrostModel

/// A migration plan as the source declares it, or a Core Data model file, whose versions are in order as a plan's are.
package struct PlanDeclaration: Sendable, Hashable, Codable {
    /// The type's name with its nesting; the constant's, where the plan is a constant outside any type.
    package var name: String
    /// Whether it is a Core Data model file: stores are migrated by inference and by mapping models, which are its stages.
    package var isModelFile: Bool
    /// Whether it is a `MigrationPlan` in a constant, and no type that could be named instead.
    package var isConstant: Bool
    /// Where the type or the constant is declared.
    package var location: SourceLocation
    /// The module that declares it, where the folder tells.
    package var module: String?
    /// What its `@available` and those around it say that the type needs.
    package var availability: Availability
    /// The ``SchemaDeclaration/name`` of each listed version, in order. A name that is not a declaration of the project
    /// stays as written, and an issue says so.
    package var schemas: [String]
    /// The stages, in order.
    package var stages: [Stage]
    /// What was found while evaluating the plan.
    package var issues: [SourceIssue]

    /// One step of a plan.
    package struct Stage: Sendable, Hashable, Codable {
        /// Lightweight or custom.
        package typealias Kind = PlanStage.Kind

        /// Lightweight or custom.
        package var kind: Kind
        /// The name of the version it starts from.
        package var from: String
        /// The name of the version it ends at.
        package var to: String
        /// Where it is declared.
        package var location: SourceLocation
        /// The closures that a custom stage runs, as far as their code stands where the stage is declared.
        package var hooks: [Hook]
        /// The operations of a stage in a `MigrationPlan`. With any, the stage is custom.
        package var operations: [Operation]

        /// A stage.
        package init(
            kind: Kind, from: String, to: String, location: SourceLocation, hooks: [Hook] = [],
            operations: [Operation] = []
        ) {
            self.kind = kind
            self.from = from
            self.to = to
            self.location = location
            self.hooks = hooks
            self.operations = operations
        }
    }

    /// A plan.
    package init(
        name: String, isModelFile: Bool = false, isConstant: Bool = false, location: SourceLocation,
        module: String? = nil, availability: Availability = Availability(), schemas: [String], stages: [Stage],
        issues: [SourceIssue] = []
    ) {
        self.name = name
        self.isModelFile = isModelFile
        self.isConstant = isConstant
        self.location = location
        self.module = module
        self.availability = availability
        self.schemas = schemas
        self.stages = stages
        self.issues = issues
    }
}
