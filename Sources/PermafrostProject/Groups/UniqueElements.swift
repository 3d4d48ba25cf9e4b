extension Array where Element: Hashable {
    /// Each element once, in the order of their first places.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
