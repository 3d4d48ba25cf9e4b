/// A problem in the repository that a build for an Apple platform would report.
package struct Finding: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// The file, relative to the repository.
    package let file: String
    /// The line and the column, from 1. The column is 0 if it isn't known.
    package let line, column: Int
    /// The problem.
    package let message: String

    package init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The finding in the format of compilers: `file:line:column: error: message`.
    package var description: String { "\(file):\(line):\(column): error: \(message)" }

    package static func < (first: Finding, second: Finding) -> Bool {
        (first.file, first.line, first.column, first.message)
            < (second.file, second.line, second.column, second.message)
    }
}
