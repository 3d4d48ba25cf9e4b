/// The location of an assertion in a test.
public struct TestLocation: Sendable {
    let fileID: StaticString
    let file: StaticString
    let line: UInt
    let column: UInt

    /// The place of the caller, where the defaults are taken.
    public init(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.fileID = fileID
        self.file = file
        self.line = line
        self.column = column
    }

    /// The source file's path.
    var path: String { "\(file)" }
}
