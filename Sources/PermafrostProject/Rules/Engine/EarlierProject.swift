/// The sources at the base of a change.
package struct EarlierProject: Sendable {
    /// The project at the base commit.
    package let project: Project
    /// The name of the base commit in findings, such as a tag, a branch, or `HEAD`.
    package let reference: String

    package init(_ project: Project, reference: String) {
        self.project = project
        self.reference = reference
    }
}
