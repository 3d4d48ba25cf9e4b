/// A test that covers a migration or a frozen version.
package struct ReviewTest: Sendable, Hashable, Encodable {
    /// The file's name without its extension and the function's name, separated by a period.
    package var name: String
    /// The file's path relative to the project's folder.
    package var file: String
    package var line: Int

    package init(name: String, file: String, line: Int) {
        self.name = name
        self.file = file
        self.line = line
    }
}
