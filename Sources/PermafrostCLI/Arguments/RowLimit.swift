/// How many rows are shown: the option `--limit`.
struct RowLimit {
    /// The option of commands that show rows.
    static let specification = OptionSpecification(
        name: "--limit", value: "N", help: "rows to show at most (default \(usual), 0 for all)")

    private static let usual = 100

    /// The number of rows to show at most.
    let count: Int

    /// Reads the option. Throws a ``UsageError``.
    init(_ invocation: Invocation) throws {
        guard let text = invocation.value("--limit") else {
            count = Self.usual
            return
        }
        guard let number = Int(text), number >= 0 else {
            throw UsageError.invalidValue(option: "--limit", value: text, expected: "a number, or 0 for all")
        }
        count = number == 0 ? .max : number
    }
}
