import Foundation
import PermafrostModel

/// A Core Data model as Xcode keeps it: an `.xcdatamodeld` with its versions, or a single `.xcdatamodel`.
package struct ModelBundle: Sendable {
    /// One version of a bundle.
    package struct Version: Sendable {
        /// The name of its folder less the ending: `App 2`.
        package let name: String
        /// Its file, `contents`, relative to the project's folder.
        package let file: String
        /// What it says.
        package let contents: ModelContents
    }

    /// The bundle's path relative to the project's folder.
    package let path: String
    /// The bundle's name less the ending: `App`.
    package let name: String
    /// The versions, in the order of the numbers in their names.
    package private(set) var versions: [Version] = []
    /// The name of the version that the app is built with: the bundle says it, or has no other.
    package private(set) var currentVersion: String?
    /// What was found outside any one version.
    package private(set) var issues: [SourceIssue] = []

    /// Reads a bundle.
    ///
    /// - Parameter path: the bundle, relative to `directory`.
    package init(path: String, directory: String) {
        self.path = path
        name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let files = ModelFiles(directory: directory)
        if path.hasSuffix(".xcdatamodel") {
            versions = [Self.version(at: path, files)]
        } else {
            let folders = files.folders(in: path).filter { $0.hasSuffix(".xcdatamodel") }
            versions = folders.map { Self.version(at: path + "/" + $0, files) }
        }
        if versions.isEmpty { report(.noVersion, severity: .error, in: path) }
        readCurrentVersion(files)
    }

    private static func version(at path: String, _ files: ModelFiles) -> Version {
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

    /// Xcode writes the file with the second version of a model.
    private mutating func readCurrentVersion(_ files: ModelFiles) {
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

    private mutating func report(_ problem: ModelFileProblem, severity: SourceIssue.Severity, in file: String) {
        issues.append(
            SourceIssue(
                .modelFile(problem), severity: severity, at: SourceLocation(file: file, line: 1, column: 1)))
    }
}
