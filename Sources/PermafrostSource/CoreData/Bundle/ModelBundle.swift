import Foundation
import PermafrostModel

/// A Core Data model on disk, which is either an `.xcdatamodeld` with its versions or a single `.xcdatamodel`.
package struct ModelBundle: Sendable {
    package struct Version: Sendable {
        /// The name of the version's folder without the extension, such as `App 2`.
        package let name: String
        /// The path of the version's `contents` file, relative to the project's folder.
        package let file: String
        /// The parsed contents of the version's file.
        package let contents: ModelContents
    }

    /// The bundle's path relative to the project's folder.
    package let path: String
    /// The bundle's name without the extension, such as `App`.
    package let name: String
    /// The versions, sorted by name. Numbers in names are compared by value, so `App 2` precedes `App 10`.
    package private(set) var versions: [Version] = []
    /// The name of the version that the app is built with: the version that `.xccurrentversion` selects, or the only
    /// version. Nil if it can't be determined.
    package private(set) var currentVersion: String?
    /// Issues that don't belong to a single version.
    package private(set) var issues: [SourceIssue] = []

    /// Reads a bundle. Files that can't be read are reported as issues of the bundle or of a version.
    ///
    /// - Parameter path: the bundle's path, relative to `directory`.
    package init(path: String, directory: String) {
        self.path = path
        name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let files = ModelBundle.ModelFiles(directory: directory)
        if path.hasSuffix(".xcdatamodel") {
            versions = [Self.version(at: path, files)]
        } else {
            let folders = files.folders(in: path).filter { $0.hasSuffix(".xcdatamodel") }
            versions = folders.map { Self.version(at: path + "/" + $0, files) }
        }
        if versions.isEmpty { report(.noVersion, severity: .error, in: path) }
        readCurrentVersion(files)
    }

    private static func version(at path: String, _ files: ModelBundle.ModelFiles) -> Version {
        let file = path + "/contents"
        let contents: ModelContents
        do {
            contents = ModelContents(try files.bytes(file), file: file)
        } catch {
            contents = ModelContents(
                unreadable: SourceIssue(
                    .unreadableFile(error.reason), at: SourceLocation(file: file, line: 1, column: 1)))
        }
        return Version(
            name: ((path as NSString).lastPathComponent as NSString).deletingPathExtension, file: file,
            contents: contents)
    }

    /// Reads the current version's name. For a model with one version, this is that version, because Xcode writes
    /// `.xccurrentversion` only when the model gets its second version.
    private mutating func readCurrentVersion(_ files: ModelBundle.ModelFiles) {
        guard versions.count > 1 else {
            currentVersion = versions.first?.name
            return
        }
        let file = path + "/" + SourcePaths.currentVersionFile
        guard let bytes = try? files.bytes(file),
            let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any],
            let given = list["_XCCurrentVersionName"] as? String
        else { return report(.unknownCurrentVersion(nil), severity: .warning, in: file) }
        let name = (given as NSString).deletingPathExtension
        guard versions.contains(where: { $0.name == name }) else {
            return report(.unknownCurrentVersion(given), severity: .warning, in: file)
        }
        currentVersion = name
    }

    private mutating func report(
        _ problem: SourceIssue.ModelFileProblem, severity: SourceIssue.Severity, in file: String
    ) {
        issues.append(
            SourceIssue(
                .modelFile(problem), severity: severity, at: SourceLocation(file: file, line: 1, column: 1)))
    }
}

extension ModelBundle {
    /// A mapping model (`.xcmappingmodel`), reduced to its source and destination versions.
    package struct MappingModel: Sendable, Hashable {
        /// The path of the source version, such as `App.xcdatamodeld/App.xcdatamodel`.
        package let source: String
        /// The path of the destination version, such as `App.xcdatamodeld/App 2.xcdatamodel`.
        package let destination: String
        /// The location of the source version's name in the file.
        package let location: SourceLocation

        /// Reads the contents of `xcmapping.xml`. Throws ``XMLDocument/Unreadable`` if the file can't be parsed, or
        /// doesn't specify both versions.
        init(_ content: [UInt8], file: String) throws(XMLDocument.Unreadable) {
            // The file also contains archives of both models. They aren't needed here.
            let root = try XMLDocument.root(of: content, file: file) {
                $0.name == "attribute" && ($0["name"] == "sourcemodelpath" || $0["name"] == "destinationmodelpath")
            }
            let attributes = root.children("object").flatMap { $0.children("attribute") }
            func path(_ name: String) -> XMLDocument.Element? {
                attributes.first { $0["name"] == name && !$0.text.isEmpty }
            }
            guard let source = path("sourcemodelpath"), let destination = path("destinationmodelpath") else {
                throw XMLDocument.Unreadable(.unknownMapping, at: root.location)
            }
            self.source = source.text
            self.destination = destination.text
            location = source.location
        }

        /// Returns the name of the version at a path in a mapping model. For `App.xcdatamodeld/App 2.xcdatamodel`, this
        /// is `App 2`. Returns nil if the bundle has no such version.
        static func version(of path: String, in bundle: ModelBundle) -> String? {
            let parts = path.split(separator: "/")
            guard let last = parts.last, last.hasSuffix(".xcdatamodel") else { return nil }
            let folder = bundle.path.split(separator: "/").last
            guard folder == last || parts.count > 1 && parts[parts.count - 2] == folder else { return nil }
            let name = String(last.dropLast(".xcdatamodel".count))
            return bundle.versions.contains { $0.name == name } ? name : nil
        }
    }
}

extension ModelBundle {
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
}
