/// One measurement: how many times as long as its baseline something took.
struct BenchmarkLine {
    let what: String
    let ratio: Double
    /// The ratio that it may have at most; nil if it is only reported.
    let limit: Double?

    /// A line of two measurements.
    init(_ what: String, _ ours: Measurement, _ theirs: Measurement, limit: Double?) {
        self.what = what
        self.limit = limit
        ratio = ours.median / theirs.median
    }

    /// Whether the ratio is above its limit.
    var isExceeding: Bool { limit.map { ratio > $0 } ?? false }
}
