/// A version string that can be sorted. Two valid names are compared as ``VersionName`` values. If either name
/// isn't valid, the strings themselves are compared.
package struct VersionOrder: Comparable {
    private let text: String

    package init(_ text: String) { self.text = text }

    package static func < (left: VersionOrder, right: VersionOrder) -> Bool {
        guard let first = try? VersionName(left.text), let second = try? VersionName(right.text) else {
            return left.text < right.text
        }
        return first < second
    }
}
