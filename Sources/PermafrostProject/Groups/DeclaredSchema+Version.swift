import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

extension DeclaredSchema {
    /// The version as a name that sorts by its numbers; nil where it cannot be told or is unsafe as a folder's name.
    package var orderedVersion: VersionName? {
        version.flatMap { try? VersionName($0) }
    }
}
