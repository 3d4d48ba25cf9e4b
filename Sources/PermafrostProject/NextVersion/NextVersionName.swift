import PermafrostModel

struct NextVersionName {
    let type: String
    let numbers: [Int]

    /// The number as `major.minor.patch`.
    var version: String { Self.text(of: numbers) }

    /// Determines the name and number of the next version. Throws ``NextVersionError/unnumbered(_:)`` if the newest
    /// version has no number, or ``NextVersionError/badVersion(_:newest:next:)`` if the given number is invalid or
    /// isn't greater than the newest version's number.
    ///
    /// - Parameters:
    ///   - newest: the type and number of the newest version.
    ///   - before: the number of the version before the newest one, or nil if the newest version is the first one.
    init(
        after newest: (type: String, version: String), before: String?, _ options: NextVersionOptions
    ) throws(NextVersionError) {
        guard let old = Self.numbers(of: newest.version) else {
            throw .unnumbered(newest.version)
        }
        // Determine which component the newest version increased.
        let previous = before.flatMap(Self.numbers) ?? []
        let raised = zip(previous, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
        let next = old.enumerated().map {
            $0.offset < raised ? $0.element : $0.offset == raised ? $0.element + 1 : 0
        }
        if let given = options.version {
            guard let numbers = Self.numbers(of: given), old.lexicographicallyPrecedes(numbers) else {
                throw .badVersion(given, newest: newest.version, next: Self.text(of: next))
            }
            self.numbers = numbers
        } else {
            numbers = next
        }
        type = options.name ?? Self.name(after: newest.type, old: old, new: numbers)
    }

    private static func text(of numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ".") }

    static func numbers(of version: String) -> [Int]? {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
        let known = parts.compactMap(\.self)
        return known.contains { $0 < 0 || $0 == .max } ? nil : known + Array(repeating: 0, count: 3 - known.count)
    }

    /// Returns the name for the type of the next version. For example, `SchemaV3` becomes `SchemaV4`, and `V1p13`
    /// becomes `V1p14`. `SchemaV1_2` for 1.2.0 becomes `SchemaV1_3` for 1.3.0.
    private static func name(after type: String, old: [Int], new: [Int]) -> String {
        let name = SchemaName.own(type)
        guard let match = name.firstMatch(of: /^(.*?)([0-9]+(?:[_p][0-9]+)*)$/) else { return name + "V2" }
        let separator = match.2.first { $0 == "_" || $0 == "p" }.map(String.init) ?? ""
        let parts = match.2.split { $0 == "_" || $0 == "p" }.compactMap { Int($0) }
        if parts.count <= new.count, parts == Array(old.prefix(parts.count)),
            parts != Array(new.prefix(parts.count))
        {
            return match.1 + new.prefix(parts.count).map(String.init).joined(separator: separator)
        }
        // `V120` for 1.2.0.
        let run = old.prefix(match.2.count)
        if parts.count == 1, run.count > 1, (run + new).allSatisfy({ $0 < 10 }),
            run.map(String.init).joined() == match.2
        {
            return match.1 + new.prefix(run.count).map(String.init).joined()
        }
        let next = parts.dropLast() + [(parts.last ?? 0) &+ 1]
        return match.1 + next.map(String.init).joined(separator: separator)
    }
}
