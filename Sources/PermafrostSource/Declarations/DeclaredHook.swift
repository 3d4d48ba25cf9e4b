import PermafrostModel

/// Code that a custom stage runs before or after the migration: one of the stage's hooks, or the arguments and
/// closures of one of its operations. The code is parsed, never run.
package struct DeclaredHook: Sendable, Hashable, Codable {
    /// A reference to one of the project's types.
    package struct TypeUse: Sendable, Hashable, Codable {
        package var written: String
        package var type: DeclaredType
        /// The qualified names of the types that declare the typealiases in the written name. A typealias outside any
        /// type has an empty name.
        package var aliasOwners: [String]
        /// The name of the called function that contains the reference, or nil if the hook itself contains it.
        package var function: String?
        package var location: SourceLocation

        package init(
            written: String, type: DeclaredType, aliasOwners: [String] = [], function: String? = nil,
            location: SourceLocation
        ) {
            self.written = written
            self.type = type
            self.aliasOwners = aliasOwners
            self.function = function
            self.location = location
        }
    }

    /// A use of a value declared outside the hook's code, such as a variable or a function.
    package struct VariableUse: Sendable, Hashable, Codable {
        /// The value as written but without `Self.`, such as `names` or `Cache.shared.names`.
        package var path: String
        package var location: SourceLocation

        package init(path: String, location: SourceLocation) {
            self.path = path
            self.location = location
        }
    }

    /// A fetch of all rows of a model, without a limit, a predicate or batches.
    package struct Fetch: Sendable, Hashable, Codable {
        /// The class as written, or an empty string if the statement doesn't name it.
        package var model: String
        /// The name of the called function that contains the fetch, or nil if the hook itself fetches.
        package var function: String?
        package var location: SourceLocation

        package init(model: String, function: String?, location: SourceLocation) {
            self.model = model
            self.function = function
            self.location = location
        }
    }

    /// Code that ends the app: a call of a function such as `fatalError`, a `try!`, or the use of a variable that may be
    /// nil, such as `Stores.shared!`.
    package struct Ending: Sendable, Hashable, Codable {
        package var call: String
        /// The name of the called function that contains the code, or nil if the hook itself contains it.
        package var function: String?
        package var location: SourceLocation

        package init(call: String, function: String?, location: SourceLocation) {
            self.call = call
            self.function = function
            self.location = location
        }
    }

    package var moment: HookMoment
    /// The name of the operation that the code belongs to, or nil if the code is a hook of the stage.
    package var operation: String?
    /// The project's types that the code refers to, in functions that it calls too.
    package var types: [TypeUse]
    /// The uses that assign or mutate a variable declared outside the code.
    package var writes: [VariableUse]
    /// All uses of values declared outside the code, including the uses in ``writes``.
    package var reads: [VariableUse]
    /// The fetches of all rows of a model, in the code and in functions that it calls.
    package var fetches: [Fetch]
    /// The code that ends the app, in the hook and in functions that it calls.
    package var endings: [Ending]
    /// The classes of which the hook itself deletes all rows.
    package var emptied: [TypeUse] = []
    /// Whether the code, or a function that it calls, inserts rows or creates a container, so that it may restore rows.
    package var mayRestoreRows = false
    /// Whether the code, or a function that it calls, creates a container of its own.
    package var makesContainer: Bool
    /// The first use of each function or property that is known to be isolated to the main actor.
    package var mainActorUses: [VariableUse]

    package init(
        moment: HookMoment, operation: String? = nil, types: [TypeUse], writes: [VariableUse], reads: [VariableUse],
        fetches: [Fetch] = [], endings: [Ending] = [], makesContainer: Bool = false, mainActorUses: [VariableUse] = []
    ) {
        self.moment = moment
        self.operation = operation
        self.types = types
        self.writes = writes
        self.reads = reads
        self.fetches = fetches
        self.endings = endings
        self.makesContainer = makesContainer
        self.mainActorUses = mainActorUses
    }
}
