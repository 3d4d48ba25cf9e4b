import Foundation

/// The files of a folder and their bytes, to detect any change in it.
struct FolderState: Equatable {
    private var files: [String: Data] = [:]

    /// Reads the files of a folder and its subfolders.
    ///
    /// - Parameter ending: the ending of files to ignore, or nil to read all files.
    init(_ folder: URL, leavingOut ending: String? = nil) throws {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for path in paths where !(ending.map(path.hasSuffix) ?? false) {
            let file = folder.appendingPathComponent(path)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            files[path] = isFolder.boolValue ? Data() : try Data(contentsOf: file)
        }
    }
}
