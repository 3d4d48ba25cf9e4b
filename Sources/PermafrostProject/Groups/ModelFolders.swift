import Foundation
import PermafrostSource

/// The Core Data models that lie in a project's folder.
struct ModelFolders {
    /// Their paths, relative to the project: bundles of versions, and single models outside any.
    let paths: [String]

    /// Looks for them where sources are looked for.
    init(in directory: String) {
        let entries = FileManager.default.enumerator(atPath: directory)
        var found: [String] = []
        while let path = entries?.nextObject() as? String {
            guard entries?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory else { continue }
            let name = path.split(separator: "/").last ?? ""
            if SourcePaths.isSkippedFolder(name) {
                entries?.skipDescendants()
            } else if name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel") {
                found.append(path)
                entries?.skipDescendants()
            }
        }
        paths = found.sorted()
    }
}
