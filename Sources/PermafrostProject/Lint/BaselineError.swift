import PermafrostStore

/// The reason that there is no usable baseline.
package enum BaselineError: Error, Sendable, Hashable {
    /// The file that the user specified doesn't exist. `near` contains the names of files in its folder with
    /// similar names.
    case noFile(path: String, near: [String])
    /// The baseline can't be updated, because the file doesn't exist. The second value is the project's folder.
    case nothingToUpdate(path: String, project: String)
    /// The file can't be used. The second value is the project's folder.
    case unusable(path: String, project: String, BaselineProblem)
}
