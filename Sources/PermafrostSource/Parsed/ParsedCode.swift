/// A call that makes a container, with what its file says of it.
package struct ParsedContainerCall: Sendable, Hashable {
    var form: ContainerDeclaration.Form
    /// The expressions that stand for classes, lists of classes or a schema.
    var models: [Expression]
    /// The plan given.
    var plan: Expression?
    var stores: [ContainerDeclaration.Store]
    var isPreview: Bool
    var failures: [Failure]
    /// The enclosing type's index in the file; -1 outside any.
    var scope: Int32
    var offset: Int32

    /// What is done where the container cannot be made.
    package struct Failure: Sendable, Hashable {
        var deletesStore: Bool
        var call: String
        var offset: Int32
    }
}

/// A call that copies a store's file alone.
package struct ParsedStoreCopy: Sendable, Hashable {
    var call: String
    var offset: Int32
}
