/// One version of an app's schema: its number and its classes.
public protocol VersionedSchema: SendableMetatype {
    /// The classes of the version. Those that they refer to need not be named.
    static var models: [any PersistentModel.Type] { get }
    /// The number of the version.
    static var versionIdentifier: Schema.Version { get }
}
