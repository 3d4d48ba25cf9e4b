/// The `--limit` option, which specifies the maximum number of rows to show.
struct RowLimit {
    static let option = TextOption(
        "--limit", value: "N", "the maximum number of rows to show (default \(usual), 0 for all)")

    private static let usual = 100

    /// The maximum number of rows to show; `Int.max` to show all.
    let count: Int

    /// Creates the limit that `--limit` specifies, or the default limit if the option wasn't given. Throws a
    /// ``UsageError`` if the option's value isn't a number of rows.
    init(_ invocation: Invocation) throws {
        guard let text = invocation[Self.option] else {
            count = Self.usual
            return
        }
        guard let number = Int(text), number >= 0 else {
            throw UsageError.invalidValue(option: "--limit", value: text, expected: "a number, or 0 for all")
        }
        count = number == 0 ? .max : number
    }
}
