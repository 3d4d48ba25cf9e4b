import PermafrostStore

/// The file with a CloudKit container's exported schema.
///
/// A symbolic link in the checkout is never followed, because a commit may have added it.
package struct ProductionSchemaFile: Sendable {
    /// The path for messages. It is relative to the project's folder if the file is inside that folder.
    package let name: String
    let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the absolute path.
    ///   - project: the project's folder.
    /// - Throws: a `FileError` if the file can't be read, or is larger than ``CloudKitSchemaParser/sizeLimit``.
    package init(_ path: String, in project: String) throws {
        name = path.hasPrefix(project + "/") ? String(path.dropFirst(project.count + 1)) : path
        let place = try Checkout(of: project).place(of: path).map { $0.root + "/" + $0.path }
        bytes = try FileAccess.read(place ?? FileStatus.resolved(path), limit: CloudKitSchemaParser.sizeLimit)
    }
}
