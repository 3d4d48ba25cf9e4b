import PermafrostModel
import PermafrostStore

/// An entry in the fixture tree that isn't read: a symbolic link, a special file, or a folder with an unsafe name.
struct UnreadEntry: Sendable {
    let entry: String
    /// The kind of entry, or nil if it can't be determined.
    let kind: FileKind?
    let location: SourceLocation
}
