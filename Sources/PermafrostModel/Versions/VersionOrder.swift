/// A version string that can be sorted. Two valid names are compared as ``VersionName`` values. If either name
/// isn't valid, the strings themselves are compared.
package struct VersionOrder: Comparable {
    private let text: String
    private let name: VersionName?

    package init(_ text: String) {
        self.text = text
        name = try? VersionName(text)
    }

    package static func < (left: VersionOrder, right: VersionOrder) -> Bool {
        guard let first = left.name, let second = right.name else { return left.text < right.text }
        return first < second
    }
}
