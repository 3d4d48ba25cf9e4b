/// Bounds on how deeply code is nested, checked before it is parsed: the parser's time doubles with each `[` inside
/// another, and its stack grows with each bracket, generic argument and arrow.
///
/// Whether a `/` begins a regular expression, and so whether a quote or bracket behind it counts, is for the lexer to say.
/// Wherever it is not certain, the rest is walked through in both ways, and neither may go beyond a bound.
struct NestingBound {
    /// The deepest nesting of `[`.
    var square = 16
    /// The deepest nesting of `(`, `[` and `{` together, interpolations included.
    var all = 200
    /// The deepest nesting of `<`, and the most `->` and `\` in one element of a list.
    var run = 400

    /// The most ways of reading that are followed at the same time; code that anyone writes has 1, and 2 for a few bytes.
    private static let readingLimit = 32

    /// The offset of the first byte beyond a bound. What strings and comments hold does not count, interpolations do.
    func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var readings = [NestingWalk(bytes: bytes)]
        while let current = readings.indices.min(by: { readings[$0].index < readings[$1].index }) {
            guard readings[current].index < bytes.count else { return nil }
            // Where there is one reading, it goes on until there are two.
            repeat {
                let others = readings[current].step()
                if exceeds(readings[current]) { return min(readings[current].index, bytes.count) - 1 }
                guard others.isEmpty else {
                    readings += others
                    break
                }
            } while readings.count == 1 && readings[current].index < bytes.count
            let place = readings[current].index
            if readings.count > 1 { readings = Self.merged(readings) }
            if readings.count > Self.readingLimit { return min(place, bytes.count) - 1 }
        }
        return nil
    }

    private func exceeds(_ walk: NestingWalk) -> Bool {
        walk.depth > all || walk.squareDepth > square || walk.angleDepth > run || walk.run > run
    }

    /// Readings that have come to the same place are one, as deep as the deepest.
    private static func merged(_ readings: [NestingWalk]) -> [NestingWalk] {
        var merged: [NestingWalk] = []
        for reading in readings {
            if let same = merged.firstIndex(where: { $0.isAtSamePlace(as: reading) }) {
                merged[same].deepen(to: reading)
            } else {
                merged.append(reading)
            }
        }
        return merged
    }
}
