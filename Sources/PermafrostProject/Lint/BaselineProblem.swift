/// The reason that a file's content can't be used.
package enum BaselineProblem: Error, Sendable, Hashable {
    /// The item at the path is a folder or another special file.
    case notAFile
    case notJSON
    /// The file contains the markers of a merge conflict.
    case conflict
    /// A different release of Permafrost wrote the file. The value is its format.
    case otherFormat(Int)
    /// A part of the file is missing, or doesn't have the expected form. The value is its path in the JSON.
    case malformed(String)
}
