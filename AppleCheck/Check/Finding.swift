/// Something that a build for an Apple platform would refuse, with its place.
package struct Finding: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// The file, relative to the repository.
    package let file: String
    /// The line and the column, from 1; 0 if the whole file is concerned.
    package let line, column: Int
    /// What is wrong.
    package let message: String

    package init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The finding as compilers write it: `file:line:column: error: message`.
    package var description: String { "\(file):\(line):\(column): error: \(message)" }

    package static func < (first: Finding, second: Finding) -> Bool {
        (first.file, first.line, first.column, first.message)
            < (second.file, second.line, second.column, second.message)
    }
}
