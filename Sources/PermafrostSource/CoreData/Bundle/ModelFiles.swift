import Foundation

/// Files of Core Data models, by paths relative to the project's folder. Symbolic links are not followed.
struct ModelFiles {
    let directory: String

    /// A file's bytes. Throws ``Unreadable``.
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

    /// The names of the folders in a folder, in the order of their numbers: `App`, `App 2`, `App 10`.
    func folders(in path: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory + "/" + path)) ?? []
        return names.filter { isFolder(path + "/" + $0) }.sorted { left, right in
            let order = stem(left).compare(stem(right), options: .numeric)
            return order == .orderedSame ? left < right : order == .orderedAscending
        }
    }

    /// Whether a folder itself is there.
    func isFolder(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: directory + "/" + path)
        return attributes?[.type] as? FileAttributeType == .typeDirectory
    }

    /// A name without its ending.
    private func stem(_ name: String) -> String { (name as NSString).deletingPathExtension }

    /// A file that cannot be read, with the system's reason.
    struct Unreadable: Error {
        let reason: String
    }
}
