import PermafrostFixtures

/// A version's text in the order of versions.
struct VersionOrder: Comparable {
    let text: String

    init(_ text: String) { self.text = text }

    static func < (left: VersionOrder, right: VersionOrder) -> Bool {
        guard let first = try? VersionName(left.text), let second = try? VersionName(right.text) else {
            return left.text < right.text
        }
        return first < second
    }
}
