/// A version identifier with three numbers, such as `0.1.0`.
struct NumericVersion: Comparable, CustomStringConvertible {
    private(set) var parts = [0, 0, 0]

    init() {}

    /// Creates the numbers of a version's name. Returns nil if the name doesn't consist of three numbers.
    init?(_ name: String) {
        parts = name.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 3, description == name, parts.allSatisfy({ $0 < 1 << 32 }) else { return nil }
    }

    var description: String { parts.map(String.init).joined(separator: ".") }

    static func < (left: NumericVersion, right: NumericVersion) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }

    /// Returns the first unused major or minor version after this version. If it isn't below `limit`, returns the first
    /// unused patch version instead.
    func next(below limit: NumericVersion?, isMajor: Bool, _ isFree: (NumericVersion) -> Bool) -> NumericVersion {
        let next =
            isMajor
            ? first(from: [parts[0] + 1, 0, 0], at: 0, isFree)
            : first(from: [parts[0], parts[1] + 1, 0], at: 1, isFree)
        guard let limit, limit <= next else { return next }
        return first(from: [parts[0], parts[1], parts[2] + 1], at: 2, isFree)
    }

    private func first(from start: [Int], at index: Int, _ isFree: (NumericVersion) -> Bool) -> NumericVersion {
        var numbers = self
        numbers.parts = start
        while !isFree(numbers) { numbers.parts[index] += 1 }
        return numbers
    }
}
