import Foundation
import PermafrostModel

/// The files of Core Data models. Paths are relative to the project's folder. Symbolic links aren't followed.
struct ModelFiles {
    let directory: String

    /// Returns the bytes of the file at a path. Throws ``Unreadable`` if the file can't be read, is larger than 16
    /// MB or isn't a regular file.
    func bytes(_ path: String) throws(Unreadable) -> [UInt8] {
        let full = directory + "/" + path
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: full)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw Unreadable(reason: "not a regular file")
            }
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            guard size <= ModelFileText.sizeLimit else { throw Unreadable(reason: "larger than 16 MB") }
            return Array(try Data(contentsOf: URL(fileURLWithPath: full)))
        } catch let error as Unreadable {
            throw error
        } catch {
            throw Unreadable(reason: error.localizedDescription)
        }
    }

    /// Returns the sorted names of a folder's subfolders. Numbers in names are compared by value, so `App 2`
    /// precedes `App 10`. Returns an empty array if the folder can't be read.
    func folders(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/" + path)) ?? []
        return names.filter { isFolder(path + "/" + $0) }.sorted { left, right in
            let order = stem(left).compare(stem(right), options: .numeric)
            return order == .orderedSame ? left < right : order == .orderedAscending
        }
    }

    /// Returns whether a folder exists at a path. A symbolic link isn't a folder.
    func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: directory + "/" + path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }

    /// Returns a file name without its extension.
    private func stem(_ name: String) -> String { (name as NSString).deletingPathExtension }

    /// The error for a file that can't be read, with the reason.
    struct Unreadable: Error {
        let reason: String
    }
}
