/// An optional with any wrapped type.
protocol OptionalType {
    static var wrappedType: Any.Type { get }
    /// The value inside nested optionals, or nil if one of them is nil.
    var unwrappedValue: Any? { get }
}
