import PermafrostModel

/// The declarations and calls that were found in a file. They don't refer to the syntax tree, which can be released.
package struct ParsedFile: Sendable, Hashable {
    /// The file's path, relative to the project's folder.
    package var path: String
    /// The byte offset of each line's start.
    var lineStarts: [Int32] = [0]
    /// The names of the modules that the file imports.
    var imports: [String] = []
    /// The modules that every file that imports the file's module also imports, because of `@_exported`. The other
    /// files of the module import them too.
    var exports: [String] = []
    /// The types and extensions. An enclosing type comes before the types inside it.
    var types: [ParsedType] = []
    /// The typealiases that are declared outside any type.
    var aliases: [ParsedAlias] = []
    /// The constants, variables and functions that are declared outside any type.
    var values: [ParsedValue] = []
    /// The declarations of macros that have the name of one of SwiftData's.
    var macros: [Macro] = []
    /// The calls that list models for a container. Empty unless the file is parsed with `readsContainers`.
    var containers: [ParsedContainer] = []
    /// The functions and initializers that have a body. Empty unless the file is parsed with `readsCode`.
    var functions: [ParsedFunction] = []
    /// The calls that create containers. Empty unless the file is parsed with `readsContainers` or `readsCode`.
    var containerCalls: [ParsedContainerCall] = []
    /// The calls that create an `NSPersistentCloudKitContainer`, except in previews. Empty if the file contains tests,
    /// or if it isn't parsed with `readsCode`.
    var coreDataContainers: [ParsedCoreDataContainer] = []
    /// The reactions to Core Data stores that can't be loaded. Empty if the file contains tests, or if it isn't parsed with
    /// `readsCode`.
    var coreDataFailures: [ParsedContainerCall.Failure] = []
    /// The files of the Core Data stores that calls load, if they are known. Empty under the same conditions.
    var coreDataPlaces: [CoreDataPlace] = []
    /// The calls that copy or move a store's main file without the store's other files. Empty unless the file is parsed
    /// with `readsCode`.
    var storeCopies: [ParsedStoreCopy] = []
    /// The calls that delete batches of rows, except in previews and in `#if` branches that no build for users
    /// compiles. Empty if the file contains tests, or if it isn't parsed with `readsCode`.
    var batchDeletes: [ParsedBatchDelete] = []
    /// The first errors that the parser reported, or only one error if the file exceeds a parser limit.
    var syntaxErrors: [SyntaxError] = []

    /// The file of a Core Data store.
    package struct CoreDataPlace: Sendable, Hashable {
        /// The folder, such as `Application Support`, or the identifier of an app group.
        var folder: String
        var name: String
        /// The offset of the call that loads the store.
        var offset: Int32
    }

    /// An error that the parser reported, or a parser limit that the file exceeds.
    package struct SyntaxError: Sendable, Hashable {
        var message: String
        var offset: Int32
        /// Whether the file exceeds the parser's limits and wasn't parsed.
        var isBeyondBounds = false
    }

    /// The declaration of a macro. In its module, it replaces SwiftData's macro of the same name.
    package struct Macro: Sendable, Hashable {
        var name: String
        var access: ParsedAccess
        var conditions: [Condition]

        static let swiftDataNames: Set<String> = [
            "Model", "Attribute", "Relationship", "Transient", "Unique", "Index",
        ]
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

/// A macro expansion in the members of a type, such as `#Unique<Post>([\.title])`.
package struct ParsedMacro: Sendable, Hashable {
    var name: String
    var offset: Int32
    var arguments: [ExpressionArgument]
    var conditions: [Condition]
}

/// A call that lists models, such as `ModelContainer(for:)`, `.modelContainer(for:)` or `Schema(…)`.
package struct ParsedContainer: Sendable, Hashable {
    /// The arguments that list models. Each is a class, a list of classes or a schema.
    var models: [Expression]
    /// The conditions of the `#if` branches around the call.
    var conditions: [Condition] = []
    /// The index of the enclosing type in the file, or -1 outside of any type.
    var scope: Int32
    var offset: Int32
}

/// A call that creates an `NSPersistentCloudKitContainer`.
package struct ParsedCoreDataContainer: Sendable, Hashable {
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

/// A call that copies or moves a store's main file without some of the store's other files.
package struct ParsedStoreCopy: Sendable, Hashable {
    var call: String
    var omission = StoreCopyDeclaration.Omission.log
    var offset: Int32
}

/// A call that deletes rows in the store without loading them, such as `context.delete(model: Trip.self)`.
package struct ParsedBatchDelete: Sendable, Hashable {
    /// The value whose method is called.
    package enum Receiver: Sendable, Hashable {
        /// The instance of the enclosing type.
        case enclosing
        /// A value whose type can be determined from the file.
        case typed(TypeExpression)
        case unknown
    }

    var call: BatchDelete.Call
    var receiver = Receiver.unknown
    /// The names of the classes or entities whose rows the call can delete. Empty if they can't be determined from
    /// the file.
    var models: [TypeExpression]
    /// The index of the enclosing type in the file, or -1 outside of any type.
    var scope: Int32
    var offset: Int32
}
