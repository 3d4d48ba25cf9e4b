import PermafrostModel

/// The declarations of a file as plain values, without its syntax tree.
package struct ParsedFile: Sendable, Hashable {
    /// The path relative to the project's folder.
    package var path: String
    /// The offset of each line, in bytes.
    var lineStarts: [Int32] = [0]
    /// The modules that the file imports.
    var imports: [String] = []
    /// Every type and extension. Enclosing ones precede those inside them.
    var types: [ParsedType] = []
    /// Typealiases outside any type.
    var aliases: [ParsedType.Alias] = []
    /// Constants, variables and functions without parameters outside any type.
    var values: [ParsedType.Value] = []
    /// Calls that list models for a container.
    var containers: [ParsedFile.Container] = []
    /// Functions with bodies, if code is read.
    var functions: [ParsedBody.Function] = []
    /// Calls that create containers, if code is read.
    var containerCalls: [ParsedFile.ContainerCall] = []
    /// Copies of only a store's main file, if code is read.
    var storeCopies: [ParsedFile.StoreCopy] = []
    /// The parser's first errors.
    var syntaxErrors: [SyntaxError] = []

    /// An error of the parser.
    package struct SyntaxError: Sendable, Hashable {
        var message: String
        var offset: Int32
        /// Whether the file was not parsed at all.
        var isBeyondBounds = false
    }

    /// Creates an empty file.
    init(path: String) {
        self.path = path
    }

    /// Returns the place of a byte.
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
    /// A call that lists models: `ModelContainer(for:)`, `.modelContainer(for:)` or `Schema(…)`.
    package struct Container: Sendable, Hashable {
        /// The expressions for classes or lists of classes.
        var models: [Expression]
        /// The enclosing type's index in the file; -1 outside any type.
        var scope: Int32
        var offset: Int32
    }
}

extension ParsedFile {
    /// A call that creates a container, with the details that its file shows.
    package struct ContainerCall: Sendable, Hashable {
        var form: ContainerDeclaration.Form
        /// The expressions for classes, lists of classes or a schema.
        var models: [Expression]
        /// The migration plan.
        var plan: Expression?
        var stores: [ContainerDeclaration.Store]
        var isPreview: Bool
        var failures: [Failure]
        /// The enclosing type's index in the file; -1 outside any type.
        var scope: Int32
        var offset: Int32

        /// The code's reaction when the container can't be created.
        package struct Failure: Sendable, Hashable {
            var deletesStore: Bool
            var call: String
            var offset: Int32
        }
    }
}

extension ParsedFile {
    /// A call that copies only a store's main file.
    package struct StoreCopy: Sendable, Hashable {
        var call: String
        var offset: Int32
    }
}
