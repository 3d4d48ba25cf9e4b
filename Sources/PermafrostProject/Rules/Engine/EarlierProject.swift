import PermafrostSource

/// The sources at the base of a change.
package struct EarlierProject: Sendable {
    /// The project at the base commit.
    let project: Project
    /// The name of the base commit in findings, such as a tag, a branch, or `HEAD`.
    let reference: String
    /// A function that returns whether a version was released, or nil if that isn't known. It is called only for
    /// versions that changed or are no longer declared.
    let isReleased: @Sendable (DeclaredVersion) throws -> Bool?

    package init(
        _ project: Project, reference: String,
        isReleased: @escaping @Sendable (DeclaredVersion) throws -> Bool? = { _ in nil }
    ) {
        self.project = project
        self.reference = reference
        self.isReleased = isReleased
    }
}
