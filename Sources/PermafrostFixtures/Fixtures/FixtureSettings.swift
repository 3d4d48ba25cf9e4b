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

    /// The patterns that match release tags, such as `v*`, with the wildcards `*` and `?`. Nil if the tags' names
    /// determine which of them are releases.
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

    /// Returns the tags that are releases.
    ///
    /// If ``releaseTags`` is nil, these are the tags that contain a version's number, such as `v1.0` or `app/2.1-beta.1`.
    /// If no tag does, these are all tags. A tag such as `nightly` or `latest` is never a release then.
    package func releases(among tags: [String]) -> Set<String> {
        if let releaseTags {
            return Set(tags.filter { tag in releaseTags.contains { fnmatch($0, tag, 0) == 0 } })
        }
        let fixed = tags.filter { tag in
            Self.movingTags.isDisjoint(with: tag.lowercased().split { !$0.isLetter }.map(String.init))
        }
        let numbered = fixed.filter(Self.isNumbered)
        return Set(numbered.isEmpty ? fixed : numbered)
    }

    /// Returns the entry of a settings file with which a tag is no longer a release, and the other releases are. Returns
    /// only the entry's name if it would be too long.
    ///
    /// - Parameter releases: the names of the release tags.
    package func exclusion(of tag: String, among releases: [String]) -> String {
        let others = releases.filter { $0 != tag }
        let patterns = others.map { $0.prefix { !$0.isNumber } + "*" }.map(String.init)
        let isApart = !patterns.contains { fnmatch($0, tag, 0) == 0 }
        let kept = isApart ? Set(patterns).sorted() : others.sorted()
        guard kept.count <= 5 else { return "\"releaseTags\"" }
        return "\"releaseTags\": [" + kept.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    /// The words in the names of tags that are moved, or that mark builds that aren't released.
    private static let movingTags: Set<String> = ["nightly", "latest", "edge", "canary", "snapshot", "dev"]

    /// Returns whether a tag contains a version's number: several numbers, or a single one at its end.
    private static func isNumbered(_ tag: String) -> Bool {
        let range = tag.range(
            of: #"(^|[^0-9A-Za-z.])[Vv]?[0-9]+\.[0-9]|^([A-Za-z]+[-/_])?[Vv]?[0-9]+$|[0-9]{4}-[0-9]{2}-[0-9]{2}"#,
            options: .regularExpression)
        return range != nil
    }
}
