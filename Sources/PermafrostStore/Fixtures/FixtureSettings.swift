import Foundation

/// The settings of a fixture tree, from its file `settings.json`.
///
/// ```json
/// { "formatVersion": 1, "releaseTags": ["v*", "hotfix-*"] }
/// ```
package struct FixtureSettings: Sendable, Hashable {
    /// The name of the file in the tree.
    package static let fileName = "settings.json"

    /// An error that is thrown when a settings file can't be used.
    package struct Unreadable: Error, Sendable, Hashable {
        /// The problem with it, without a full stop.
        package let reason: String
    }

    private struct File: Decodable {
        var formatVersion: Int?
        var releaseTags: [String]?
    }

    /// The patterns of release tags, with `*` and `?`; nil if every tag is a release.
    package let releaseTags: [String]?

    package init(releaseTags: [String]? = nil) { self.releaseTags = releaseTags }

    /// Reads a settings file.
    ///
    /// - Throws: ``Unreadable`` if it isn't JSON of that form, or was written by a newer Permafrost.
    package init(parsing bytes: [UInt8]) throws(Unreadable) {
        let file: File
        do { file = try JSONDecoder().decode(File.self, from: Data(bytes)) } catch {
            throw Unreadable(reason: "it is not a JSON object with formatVersion and releaseTags")
        }
        guard file.formatVersion ?? 1 == 1 else {
            throw Unreadable(
                reason: "its formatVersion is \(file.formatVersion ?? 0), which this Permafrost doesn't know")
        }
        releaseTags = file.releaseTags
    }

    /// Whether a tag is a release.
    package func isRelease(_ tag: String) -> Bool {
        releaseTags.map { patterns in patterns.contains { fnmatch($0, tag, 0) == 0 } } ?? true
    }
}
