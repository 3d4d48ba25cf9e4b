import PermafrostModel

/// A file's declarations as plain values, without the syntax tree.
package struct ParsedFile: Sendable, Hashable {
    /// The file's path relative to the project's folder.
    package var path: String
    /// The byte offset at which each line starts.
    var lineStarts: [Int32] = [0]
    /// The modules that the file imports.
    var imports: [String] = []
    /// Every type and extension. An enclosing type precedes the types inside it.
    var types: [ParsedType] = []
    /// The typealiases declared outside of any type.
    var aliases: [ParsedType.Alias] = []
    /// The constants, variables and functions without parameters that are declared outside of any type.
    var values: [ParsedType.Value] = []
    /// The calls that list models for a container.
    var containers: [ParsedFile.Container] = []
    /// The functions with bodies, if code is read.
    var functions: [ParsedBody.Function] = []
    /// The calls that create containers, if code is read.
    var containerCalls: [ParsedFile.ContainerCall] = []
    /// The calls that copy a store's main file without its other files, if code is read.
    var storeCopies: [ParsedFile.StoreCopy] = []
    /// The calls that delete batches of rows, if code is read.
    var batchDeletes: [ParsedFile.BatchDelete] = []
    /// The first errors that the parser reports.
    var syntaxErrors: [SyntaxError] = []

    /// An error that the parser reports.
    package struct SyntaxError: Sendable, Hashable {
        var message: String
        var offset: Int32
        /// Whether the file exceeds the parser's limits and wasn't parsed.
        var isBeyondBounds = false
    }

    init(path: String) {
        self.path = path
    }

    /// Returns the location of a byte offset.
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
    /// A macro among a type's members.
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
        /// The arguments, which are classes or lists of classes.
        var models: [Expression]
        /// The index of the enclosing type in the file; -1 outside of any type.
        var scope: Int32
        var offset: Int32
    }
}

extension ParsedFile {
    /// A call that creates a container, with the details found in its file.
    package struct ContainerCall: Sendable, Hashable {
        var form: ContainerDeclaration.Form
        /// The arguments, which are classes, lists of classes or a schema.
        var models: [Expression]
        /// The argument for the migration plan.
        var plan: Expression?
        var stores: [ContainerDeclaration.Store]
        var isPreview: Bool
        var failures: [Failure]
        /// The index of the enclosing type in the file; -1 outside of any type.
        var scope: Int32
        var offset: Int32

        /// The code's reaction to a container that can't be created.
        package struct Failure: Sendable, Hashable {
            var deletesStore: Bool
            var call: String
            var offset: Int32
        }
    }
}

extension ParsedFile {
    /// A call that copies a store's main file without its other files.
    package struct StoreCopy: Sendable, Hashable {
        var call: String
        var offset: Int32
    }
}

extension ParsedFile {
    /// A call that deletes rows in the store, without loading them.
    package struct BatchDelete: Sendable, Hashable {
        var call: ProjectDeclarations.BatchDelete.Call
        /// The names of the classes or entities whose rows it may delete; empty if the file doesn't show them.
        var models: [TypeExpression]
        /// The index of the enclosing type in the file; -1 outside of any type.
        var scope: Int32
        var offset: Int32
    }
}
