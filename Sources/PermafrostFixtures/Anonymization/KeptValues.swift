import PermafrostModel
import PermafrostStore

/// The values of a column that aren't replaced, because they are the declared default.
struct KeptValues {
    private(set) var texts: Set<String> = []
    private(set) var integers: Set<Int64> = []
    private(set) var reals: Set<Double> = []
    private(set) var bytes: Set<[UInt8]> = []

    /// Collects the values that a column keeps.
    ///
    /// - Parameter path: the attribute that the column stores. For a composite's element, the composite attribute and
    ///   the nested elements that contain it come first.
    init(_ path: [Attribute]) {
        var value = path.first?.defaultValue
        for (index, attribute) in path.enumerated() {
            if index > 0, case .dictionary(let entries)? = value { value = entries[attribute.name] }
            if let value = attribute.defaultValue { add(value) }
        }
        if let value { add(value) }
    }

    private mutating func add(_ value: DefaultValue) {
        switch value {
        case .string(let text), .decimal(let text):
            texts.insert(text)
            if let real = Double(text) { reals.insert(real) }
        case .integer(let integer):
            integers.insert(integer)
            reals.insert(Double(integer))
        case .double(let real), .date(let real): reals.insert(real)
        case .data(let bytes), .uuid(let bytes): self.bytes.insert(bytes)
        case .boolean, .array, .dictionary, .expression: break
        }
    }
}
