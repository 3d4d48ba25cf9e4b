/// The numbers of a version such as `1.0.0`, without zeros at the end. `1.0` has the same numbers.
package struct VersionNumbers: Hashable {
    private let numbers: [Substring]

    /// Reads the numbers. Returns nil if the text has anything but digits and periods, or a number that starts with a
    /// zero.
    package init?(_ text: String) {
        var numbers = text.split(separator: ".", omittingEmptySubsequences: false)
        let areNumbers = numbers.allSatisfy { number in
            !number.isEmpty && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                && (number.count == 1 || number.first != "0")
        }
        guard areNumbers else { return nil }
        while numbers.last == "0" { numbers.removeLast() }
        self.numbers = numbers
    }

    /// Returns the only version whose numbers are those of a name, such as `1.0.0` for `1.0`. Returns nil if there is none,
    /// or if several differ only in the zeros at their end.
    package static func only(_ name: String, among versions: some Sequence<String>) -> String? {
        guard let numbers = VersionNumbers(name) else { return nil }
        let matches = Set(versions.filter { VersionNumbers($0) == numbers })
        return matches.count == 1 ? matches.first : nil
    }
}
