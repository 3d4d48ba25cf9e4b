import Foundation
import PermafrostModel

/// The files of Core Data models among a project's files. Paths are relative to the project's folder. Symbolic links
/// aren't followed.
struct ModelFiles: Sendable {
    let files: any SourceFiles
    /// The paths of the files in models and mapping models.
    private let paths: [String]
    /// The paths of the files in Objective-C.
    let objectiveC: [String]

    /// - Parameter listed: the paths of all listed files.
    init(_ files: any SourceFiles, listed: [String]) {
        self.files = files
        paths = listed.filter { !$0.hasSuffix(".swift") && $0.contains(".xc") }
        objectiveC = listed.filter(SourcePaths.isObjectiveC)
    }

    /// Returns the sorted paths of the project's models: `.xcdatamodeld` bundles, and `.xcdatamodel` models outside of
    /// such bundles.
    func models(_ sources: SourcePaths) -> [String] { paths.compactMap(sources.model).unique.sortedByCodeUnit() }

    /// Returns the sorted paths of the files of mapping models.
    var mappings: [String] { paths.filter { $0.hasSuffix(".xcmappingmodel/xcmapping.xml") }.sortedByCodeUnit() }

    /// Returns whether a model contains any file.
    func contains(_ model: String) -> Bool { paths.contains { $0.hasPrefix(model + "/") } }

    /// Returns whether a file of a model exists.
    func has(_ file: String) -> Bool { paths.contains(file) }

    /// Returns the sorted names of a model's folders that contain files. Numbers in names are compared by value, so
    /// `App 2` precedes `App 10`.
    func folders(in model: String) -> [String] {
        let names = paths.filter { $0.hasPrefix(model + "/") }.compactMap { path -> String? in
            let inner = path.dropFirst(model.count + 1)
            return inner.firstIndex(of: "/").map { String(inner[..<$0]) }
        }
        return names.unique.sorted { left, right in
            let order = Self.stem(left).compare(Self.stem(right), options: .numeric)
            return order == .orderedSame ? left < right : order == .orderedAscending
        }
    }

    /// Returns the bytes of the file at a path. Throws an ``UnreadableFile`` if the file can't be read.
    func bytes(_ path: String) throws(UnreadableFile) -> [UInt8] {
        do {
            return try files.withBytes(of: path) { Array($0) }
        } catch {
            throw error as? UnreadableFile ?? UnreadableFile(reason: "\(error)")
        }
    }

    /// Returns the parsed contents of a version's file. Files with the same contents are parsed once.
    func contents(of file: String) -> ModelContents {
        if let known = files.knownScan(of: file, .model)?.model { return known }
        let contents: ModelContents
        do {
            contents = ModelContents(try bytes(file), file: file)
        } catch {
            contents = ModelContents(
                unreadable: SourceIssue(
                    .unreadableFile(error.reason), at: SourceLocation(file: file, line: 1, column: 1)))
        }
        var scan = FileScan()
        scan.model = contents
        files.keep(scan, of: file, .model)
        return contents
    }

    /// Returns a file name without its extension.
    static func stem(_ name: String) -> String { (name as NSString).deletingPathExtension }
}
