import Foundation
import PermafrostStore

/// The folders that other people's commits fill: a project's, and the git work tree around it.
///
/// A link in them may lead anywhere, so commands follow none there to write. Links outside are the user's own, and so are
/// those in the path by which the user names the project.
package struct Checkout: Sendable {
    /// The folders, without links.
    private let folders: [String]

    /// The checkout of a project.
    package init(of project: String) {
        let project = FileStatus.resolved(project)
        var folder = project
        while folder != "/", !FileStatus.exists(folder + "/.git") {
            folder = folder.parentPath
            if folder.isEmpty { folder = "/" }
        }
        folders = folder == "/" || folder == project ? [project] : [folder, project]
    }

    /// A path inside, as the folder below which no link is followed and the path from there.
    package struct Place: Sendable, Hashable {
        package let root: String
        package let path: String
    }

    /// The place of an absolute path in the checkout; nil if the path is elsewhere.
    ///
    /// - Throws: `FileError` with the code `ELOOP` and the path of the first link, if there is one between the folder and what
    ///   the path names, or there.
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
        // Without a link on the way it names what it seems to: something outside.
        return found.path.split(separator: "/").contains("..") ? nil : found
    }
}
