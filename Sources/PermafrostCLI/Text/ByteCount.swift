/// A size in bytes, with at most three digits, such as `512 bytes` or `1.2 MB`.
struct ByteCount: CustomStringConvertible {
    let description: String

    init(_ bytes: Int) {
        guard bytes >= 1000 else {
            description = "\(Counted("byte", bytes))"
            return
        }
        var (value, unit) = (Double(bytes), 0)
        let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
        while value >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let rounded = value < 9.95 ? (value * 10).rounded() / 10 : value.rounded()
        description = (value < 9.95 ? "\(rounded)" : "\(Int(rounded))") + " " + units[unit]
    }
}
