import PermafrostModel

/// The declarations and calls that were found in a file. They don't refer to the syntax tree, which can be released.
package struct ParsedFile: Sendable, Hashable {
    /// The file's path, relative to the project's folder.
    package var path: String
    /// The byte offset of each line's start.
    var lineStarts: [Int32] = [0]
    /// The names of the modules that the file imports.
    var imports: [String] = []
    /// The types and extensions. An enclosing type comes before the types inside it.
    var types: [ParsedType] = []
    /// The typealiases that are declared outside any type.
    var aliases: [ParsedType.Alias] = []
    /// The constants, variables and functions that are declared outside any type.
    var values: [ParsedType.Value] = []
    /// The calls that list models for a container. Empty unless the file is parsed with `readsContainers`.
    var containers: [ParsedFile.Container] = []
    /// The functions and initializers that have a body. Empty unless the file is parsed with `readsCode`.
    var functions: [ParsedBody.Function] = []
    /// The calls that create containers. Empty unless the file is parsed with `readsContainers` or `readsCode`.
    var containerCalls: [ParsedFile.ContainerCall] = []
    /// The calls that create an `NSPersistentCloudKitContainer`, except in previews. Empty if the file contains tests,
    /// or if it isn't parsed with `readsCode`.
    var coreDataContainers: [ParsedFile.CoreDataContainer] = []
    /// The calls that copy or move a store's main file without the store's other files. Empty unless the file is parsed
    /// with `readsCode`.
    var storeCopies: [ParsedFile.StoreCopy] = []
    /// The calls that delete batches of rows, except in previews and in `#if` branches that no build for users
    /// compiles. Empty if the file contains tests, or if it isn't parsed with `readsCode`.
    var batchDeletes: [ParsedFile.BatchDelete] = []
    /// The first errors that the parser reported, or only one error if the file exceeds a parser limit.
    var syntaxErrors: [SyntaxError] = []

    /// An error that the parser reported, or a parser limit that the file exceeds.
    package struct SyntaxError: Sendable, Hashable {
        var message: String
        var offset: Int32
        /// Whether the file exceeds the parser's limits and wasn't parsed.
        var isBeyondBounds = false
    }

    init(path: String) {
        self.path = path
    }

    /// Returns the location at a byte offset.
    func location(_ offset: Int32) -> SourceLocation {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(file: path, line: low + 1, column: Int(offset - lineStarts[low]) + 1)
    }
}

extension ParsedFile {
    /// A macro expansion in the members of a type, such as `#Unique<Post>([\.title])`.
    package struct Macro: Sendable, Hashable {
        var name: String
        var offset: Int32
        var arguments: [Expression.Argument]
        var conditions: [Condition]
    }
}

extension ParsedFile {
    /// A call that lists models, such as `ModelContainer(for:)`, `.modelContainer(for:)` or `Schema(…)`.
    package struct Container: Sendable, Hashable {
        /// The arguments that list models. Each is a class, a list of classes or a schema.
        var models: [Expression]
        /// The conditions of the `#if` branches around the call.
        var conditions: [Condition] = []
        /// The index of the enclosing type in the file, or -1 outside of any type.
        var scope: Int32
        var offset: Int32
    }
}

extension ParsedFile {
    /// A call that creates a container. If its models or configurations are constants in the same file, they are
    /// replaced with their values.
    package struct ContainerCall: Sendable, Hashable {
        var form: ContainerDeclaration.Form
        /// The arguments that list models. Each is a class, a list of classes or a schema.
        var models: [Expression]
        /// The argument for the migration plan, or nil if the call has no such argument or passes `nil`.
        var plan: Expression?
        /// The arguments for the configurations, each a configuration or a list of configurations. Nil if the call has
        /// no such arguments.
        var configurations: [Expression]?
        /// The argument that specifies whether SwiftUI's container is in memory, or nil if the call has no such
        /// argument.
        var inMemory: Expression?
        /// Whether the call is in a preview, in a file with tests, or in an `#if` branch that no build for users
        /// compiles.
        var isPreview: Bool
        var failures: [Failure]
        /// The conditions of the `#if` branches around the call.
        var conditions: [Condition] = []
        /// The index of the enclosing type in the file, or -1 outside of any type.
        var scope: Int32
        var offset: Int32

        /// A reaction of the file's code to the failure to create the container, such as a call of `fatalError`.
        package struct Failure: Sendable, Hashable {
            var kind: ContainerDeclaration.Failure.Kind
            var call: String
            var offset: Int32
        }
    }
}

extension ParsedFile {
    /// A call that creates an `NSPersistentCloudKitContainer`.
    package struct CoreDataContainer: Sendable, Hashable {
        /// The name of the model file. Nil if the argument isn't a string literal or a constant in the same file.
        var name: String?
        /// The possible CloudKit settings of the container's stores, determined from the options of all store
        /// descriptions in the file.
        var databases: Set<CloudKitRequest.Database>
        /// The names of the model's configurations whose stores sync. Empty unless the file limits syncing to some
        /// configurations.
        var configurations: [String]
        var offset: Int32
    }
}

extension ParsedFile {
    /// A call that copies or moves a store's main file without the store's other files.
    package struct StoreCopy: Sendable, Hashable {
        var call: String
        var offset: Int32
    }
}

extension ParsedFile {
    /// A call that deletes rows in the store without loading them, such as `context.delete(model: Trip.self)`.
    package struct BatchDelete: Sendable, Hashable {
        /// The value whose method is called.
        package enum Receiver: Sendable, Hashable {
            /// The instance of the enclosing type.
            case enclosing
            /// A value whose type can be determined from the file.
            case typed(TypeExpression)
            case unknown
        }

        var call: ProjectDeclarations.BatchDelete.Call
        var receiver = Receiver.unknown
        /// The names of the classes or entities whose rows the call can delete. Empty if they can't be determined from
        /// the file.
        var models: [TypeExpression]
        /// The index of the enclosing type in the file, or -1 outside of any type.
        var scope: Int32
        var offset: Int32
    }
}
