/// The source location of an assertion, where a failure is shown. Each assertion creates one from its `fileID`, `file`,
/// `line` and `column` arguments. Pass these arguments on in a helper function, so that a failure is shown at the
/// helper's caller.
public struct TestLocation: Sendable {
    let fileID: StaticString
    let file: StaticString
    let line: UInt
    let column: UInt

    /// Creates the location of the caller, from the default arguments.
    ///
    /// - Parameters:
    ///   - fileID: the `#fileID` of the caller.
    ///   - file: the file's path.
    ///   - line: the line.
    ///   - column: the column.
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
