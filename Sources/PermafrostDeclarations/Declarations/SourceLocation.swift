/// A place in a project's source: a file, a line and a column, as compilers print them.
public struct SourceLocation: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file's path relative to the project's folder, with `/` between components.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in UTF-8 bytes, from 1.
    public var column: Int

    /// A place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `Sources/App/Models.swift:12:9`
    public var description: String { "\(file):\(line):\(column)" }
}
