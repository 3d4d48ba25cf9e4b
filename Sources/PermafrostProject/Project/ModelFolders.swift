import Foundation
import PermafrostSource

/// The Core Data models in a project's folder.
struct ModelFolders {
    /// The paths of the models, relative to the project. They are `.xcdatamodeld` bundles, and `.xcdatamodel`
    /// models outside of such bundles.
    let paths: [String]

    /// Finds the models. Searches the same folders as the search for sources.
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
