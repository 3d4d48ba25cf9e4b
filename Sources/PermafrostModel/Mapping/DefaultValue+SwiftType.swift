extension DefaultValue {
    /// The value as the default of a struct holds it for a member of that type: a collection that is kept as JSON by its
    /// text, of which only an empty one's is certain. [A]
    ///
    /// - Returns: nil if the text is not known.
    package func asMember(of type: SwiftType, by rules: MappingRules) -> DefaultValue? {
        guard type.isEncoded(isInComposite: true, by: rules) else { return self }
        switch self {
        case .array([]): return .data(Array("[]".utf8))
        case .dictionary([:]): return .data(Array("{}".utf8))
        default: return nil
        }
    }
}
