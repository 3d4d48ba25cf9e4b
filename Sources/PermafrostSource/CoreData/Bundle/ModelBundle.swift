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
    /// The versions, from the oldest to the newest, as far as their names tell: names without a number first, then sorted
    /// by name, with numbers compared by value, so that `App 2` precedes `App 10`. But the current version follows each
    /// version whose name is another word, because the app is built with it.
    package private(set) var versions: [Version] = []
    /// The name of the version that the app is built with: the version that `.xccurrentversion` selects, or the only
    /// version. Nil if it can't be determined.
    package private(set) var currentVersion: String?
    /// Issues that don't belong to a single version.
    package private(set) var issues: [SourceIssue] = []

    /// Reads a bundle. Files that can't be read are reported as issues of the bundle or of a version.
    ///
    /// - Parameter path: the bundle's path, relative to the project's folder.
    init(path: String, _ files: ModelFiles) {
        self.path = path
        name = Self.name(at: path)
        if path.hasSuffix(".xcdatamodel") {
            versions = [Self.version(at: path, files)]
        } else {
            let all = files.folders(in: path).filter { $0.hasSuffix(".xcdatamodel") }
            let folders = all.filter { files.has("\(path)/\($0)/contents") }
            let first = folders.filter { !$0.contains(where: \.isNumber) }
            let ordered = first + folders.filter { $0.contains(where: \.isNumber) }
            versions = Concurrently.map(count: ordered.count) { Self.version(at: path + "/" + ordered[$0], files) }
            for folder in all where !folders.contains(folder) {
                let place = path + "/" + folder
                let isOfXcode3 = files.has(place + "/elements")
                report(.noContents(version: folder, isOfXcode3: isOfXcode3), severity: .warning, in: place)
            }
        }
        if versions.isEmpty { report(.noVersion, severity: .error, in: path) }
        readCurrentVersion(files)
        moveCurrentVersion()
    }

    /// Returns the name of the model at a path, without its extension.
    package static func name(at path: String) -> String { ModelFiles.stem((path as NSString).lastPathComponent) }

    private mutating func moveCurrentVersion() {
        guard let index = versions.firstIndex(where: { $0.name == currentVersion }) else { return }
        let current = versions[index]
        // A version with a later number is probably the next one.
        let newer = versions[(index + 1)...].filter { Self.isSeries($0.name, current.name) }
        let others = Set(newer.map(\.name) + [current.name])
        let older = versions.filter { !others.contains($0.name) }
        versions = older + [current] + newer
    }

    /// Returns whether two names differ only by a number, or by what follows the word, as in `App` and `AppV2`.
    private static func isSeries(_ name: String, _ other: String) -> Bool {
        let (word, second) = (word(name), word(other))
        return word == second || !word.isEmpty && !second.isEmpty && (word.hasPrefix(second) || second.hasPrefix(word))
    }

    /// Returns a version's name without the number at its end.
    private static func word(_ name: String) -> Substring {
        let end = name.reversed().drop { $0.isNumber || $0 == "." || $0 == " " }
        return name.prefix(end.count)
    }

    private static func version(at path: String, _ files: ModelFiles) -> Version {
        let file = path + "/contents"
        return Version(name: name(at: path), file: file, contents: files.contents(of: file))
    }

    /// Reads the current version's name. For a model with one version, this is that version, because Xcode writes
    /// `.xccurrentversion` only when the model gets its second version.
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
        let name = ModelFiles.stem(given)
        guard versions.contains(where: { $0.name == name }) else {
            return report(.unknownCurrentVersion(given), severity: .warning, in: file)
        }
        currentVersion = name
    }

    private mutating func report(
        _ problem: ModelFileProblem, severity: SourceIssue.Severity, in file: String
    ) {
        issues.append(
            SourceIssue(
                .modelFile(problem), severity: severity, at: SourceLocation(file: file, line: 1, column: 1)))
    }
}
