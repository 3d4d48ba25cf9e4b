import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// An entry in the fixture tree that isn't read: a symbolic link, a special file, or a folder with an unsafe name.
struct UnreadEntry: Sendable {
    let entry: String
    /// The kind of entry, or nil if it can't be determined.
    let kind: FileKind?
    let location: SourceLocation

    /// Returns the entries of a project's fixture tree that aren't read.
    static func all(in project: Project, _ contents: FixtureTree.Contents) -> [UnreadEntry] {
        contents.refused.map { entry in
            let kind = try? FileKind(of: project.tree.directory + "/" + entry)
            return UnreadEntry(entry: entry, kind: kind, location: project.place(of: entry))
        }
    }
}
