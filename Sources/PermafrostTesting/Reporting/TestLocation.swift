/// The location of an assertion in a test, where a failure is shown. Each assertion makes one from its `fileID`,
/// `file`, `line` and `column` arguments; pass these on in a helper function of your own, so that a failure is shown at
/// its caller.
public struct TestLocation: Sendable {
    let fileID: StaticString
    let file: StaticString
    let line: UInt
    let column: UInt

    /// Creates the location of the caller, from the default arguments.
    ///
    /// - Parameters:
    ///   - fileID: the file in the compiler's form.
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
