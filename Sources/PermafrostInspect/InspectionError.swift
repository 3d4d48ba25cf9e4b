/// An error that occurs while a store or a model is read.
public struct InspectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the store, or `schema.json` for an error in a frozen version's model.
    public let path: String
    /// The reason for the error, such as a damaged file or an entity that the store doesn't have.
    public let reason: String

    /// The path and the reason.
    public var description: String { "\(path): \(reason)" }
}
