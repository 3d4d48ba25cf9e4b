import Foundation
import PermafrostStore

/// The settings of a fixture tree, from its `settings.json` file.
///
/// ```json
/// { "formatVersion": 1, "releaseTags": ["v*", "hotfix-*"] }
/// ```
package struct FixtureSettings: Sendable, Hashable {
    /// The name of the settings file in the fixture tree.
    package static let fileName = "settings.json"

    /// The error for a settings file that can't be used.
    package struct Unreadable: Error, Sendable, Hashable {
        /// A clause that describes the problem, without a period.
        package let reason: String
    }

    private struct File: Decodable {
        var formatVersion: Int?
        var releaseTags: [String]?
    }

    /// The patterns that match release tags, such as `v*`, with the wildcards `*` and `?`. Nil if every tag is a
    /// release.
    package let releaseTags: [String]?

    package init(releaseTags: [String]? = nil) { self.releaseTags = releaseTags }

    /// Creates settings from the bytes of a settings file.
    ///
    /// - Throws: ``Unreadable`` if the file isn't JSON in this format, or if a newer version of Permafrost wrote it.
    package init(parsing bytes: [UInt8]) throws(Unreadable) {
        let file: File
        do { file = try JSONDecoder().decode(File.self, from: Data(bytes)) } catch {
            throw Unreadable(reason: "it isn't a JSON object with formatVersion and releaseTags")
        }
        guard file.formatVersion ?? 1 == 1 else {
            throw Unreadable(
                reason: "its formatVersion is \(file.formatVersion ?? 0), but this version of Permafrost reads 1")
        }
        releaseTags = file.releaseTags
    }

    /// Reads the settings of a fixture tree. Returns nil if the tree has no settings file.
    ///
    /// - Throws: ``Unreadable`` if the file can't be used, or a `FileError` if it can't be read.
    package static func read(in tree: FixtureTree) throws -> FixtureSettings? {
        let file = tree.directory + "/" + fileName
        guard try FileKind(of: file) != .absent else { return nil }
        return try FixtureSettings(parsing: FileAccess.read(file, limit: 1 << 20))
    }

    /// Returns whether a tag matches one of the release patterns. Every tag matches if ``releaseTags`` is nil.
    package func isRelease(_ tag: String) -> Bool {
        releaseTags.map { patterns in patterns.contains { fnmatch($0, tag, 0) == 0 } } ?? true
    }
}
