import Foundation
import PermafrostStore

/// The folders that may contain other people's commits: a project, and the git work tree around it.
///
/// A symbolic link in these folders may point anywhere, so commands never write through such a link. Links outside
/// these folders are trusted, and so are links in the path that the user specifies for the project.
package struct Checkout: Sendable {
    /// The paths of the folders, with symbolic links resolved. The project's folder is the last one.
    package let folders: [String]

    package init(of project: String) {
        let project = FileStatus.resolved(project)
        var folder = project
        while folder != "/", !FileStatus.exists(folder + "/.git") {
            folder = folder.parentPath
            if folder.isEmpty { folder = "/" }
        }
        folders = folder == "/" || folder == project ? [project] : [folder, project]
    }

    /// A path in a checkout, split into a folder of the checkout and a path relative to it. Symbolic links below the
    /// folder aren't followed.
    package struct Place: Sendable, Hashable {
        package let root: String
        package let path: String
    }

    /// Returns the location of an absolute path in the checkout, or nil if the path is outside the checkout.
    ///
    /// - Throws: a `FileError` with the code `ELOOP` and the link's path if the path, or a folder between it and the
    ///   checkout's folder, is a symbolic link.
    package func place(of path: String) throws -> Place? {
        let parts = path.split(separator: "/").map(String.init)
        let statuses = folders.compactMap { FileStatus(at: $0) }
        var found: Place?
        var walked = ""
        for (index, part) in parts.enumerated() {
            walked += "/" + part
            guard index + 1 < parts.count, let status = FileStatus(at: walked) else { break }
            guard statuses.contains(where: { $0.number == status.number && $0.volume == status.volume }) else {
                continue
            }
            found = Place(root: walked, path: parts[(index + 1)...].joined(separator: "/"))
        }
        guard let found else { return nil }
        var below = found.root
        for part in found.path.split(separator: "/") {
            below += "/" + part
            if try FileKind(of: below) == .symbolicLink { throw FileError(operation: .open, path: below, code: ELOOP) }
        }
        // If the path contains no links, `..` means that it is outside the checkout.
        return found.path.split(separator: "/").contains("..") ? nil : found
    }
}
