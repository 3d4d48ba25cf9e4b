/// A measurement as the ratio of its time to the time of a baseline.
struct BenchmarkLine {
    let what: String
    let ratio: Double
    /// The highest allowed ratio; nil if the ratio is only reported.
    let limit: Double?

    /// Creates a line from two measurements.
    init(_ what: String, _ ours: Measurement, _ theirs: Measurement, limit: Double?) {
        self.what = what
        self.limit = limit
        ratio = ours.median / theirs.median
    }

    /// Whether the ratio is above its limit.
    var isExceeding: Bool { limit.map { ratio > $0 } ?? false }
}
