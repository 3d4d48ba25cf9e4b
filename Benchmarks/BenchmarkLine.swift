/// A measurement as the ratio of its time or memory to that of a baseline.
struct BenchmarkLine {
    let what: String
    let ratio: Double
    /// The highest allowed ratio; nil if the ratio is only reported.
    let limit: Double?

    /// Creates a line from two measurements.
    init(_ what: String, _ ours: Measurement, _ theirs: Measurement, limit: Double?) {
        self.init(what, ratio: ours.median / theirs.median, limit: limit)
    }

    init(_ what: String, ratio: Double, limit: Double?) {
        self.what = what
        self.ratio = ratio
        self.limit = limit
    }

    /// Whether the ratio is above its limit.
    var isExceeding: Bool { limit.map { ratio > $0 } ?? false }
}
