import Foundation
import PermafrostFixtures
import PermafrostSource
import PermafrostStore

/// The source that a project's workflow gets Permafrost from.
enum ToolSource: Equatable {
    /// The package depends on Permafrost or its prebuilt plugins. The workflow runs the plugins in the version that
    /// SwiftPM resolves. The value is the package to select, or nil if only one package has the plugins.
    case plugin(package: String?)
    /// A git repository. The values that the project doesn't specify are nil.
    case repository(address: String?, revision: String?, version: String?)

    /// Whether a workflow needs variables that the project's owner must set.
    var needsVariables: Bool {
        if case .repository(let address, let revision, _) = self { return address == nil || revision == nil }
        return false
    }

    /// The name of the package with prebuilt tools. Its plugins have the same commands as Permafrost's, such as
    /// `check-schemas`.
    static let plugins = "permafrost-plugins"

    /// Whether the source is a release on GitHub.
    var isRelease: Bool {
        guard case .repository(let address?, .some, .some) = self else { return false }
        return Self.gitHubName(address) != nil
    }

    /// Determines the source from a folder's manifest, the packages that SwiftPM or Xcode resolved, and the Xcode
    /// projects.
    ///
    /// A resolved version that is a release on GitHub is used instead of the plugins.
    ///
    /// - Throws: `FileError` if an existing file can't be read.
    init(of directory: String) throws {
        let pinned = try ToolSource(ofPinsIn: directory)
        guard let bytes = try NewFiles.existing(directory + "/Package.swift") else {
            self = pinned
            return
        }
        let manifest = PackageDependencies(parsing: String(decoding: bytes, as: UTF8.self))
        let name = ManifestGaps.name(in: manifest, directory)
        let isLocal = manifest.listed.contains {
            $0.path != nil && $0.name.lowercased() == name?.lowercased()
        }
        let hasPlugins = Self.listsPlugins(manifest)
        let depends = name != nil
        if !depends && !hasPlugins || depends && !isLocal && pinned.isRelease {
            self = pinned
        } else {
            self = .plugin(package: depends && hasPlugins ? Self.plugins : nil)
        }
    }

    /// Returns whether a manifest depends on the package with prebuilt tools.
    static func listsPlugins(_ manifest: PackageDependencies) -> Bool {
        manifest.listed.contains { $0.name.lowercased() == plugins }
    }

    /// Determines the repository from the packages that SwiftPM or Xcode resolved, and the Xcode projects.
    ///
    /// - Throws: `FileError` if an existing file can't be read.
    init(ofPinsIn directory: String) throws {
        let bundles = try FileAccess.list(directory).sorted()
        let containers =
            bundles.filter { $0.hasSuffix(SourcePaths.projectSuffix) }.map { $0 + "/project.xcworkspace" }
            + bundles.filter { $0.hasSuffix(".xcworkspace") }
        for path in ["Package.resolved"] + containers.map({ $0 + "/xcshareddata/swiftpm/Package.resolved" }) {
            let file = directory + "/" + path
            guard try FileKind(of: file) == .regular else { continue }
            if let pin = Self.pin(in: try FileAccess.read(file)) {
                self = pin
                return
            }
        }
        for bundle in bundles where bundle.hasSuffix(SourcePaths.projectSuffix) {
            let file = directory + "/" + bundle + "/project.pbxproj"
            guard try FileKind(of: file) == .regular else { continue }
            let text = String(decoding: try FileAccess.read(file), as: UTF8.self)
            for match in text.matches(of: /repositoryURL = "([^"\n]*)"/) {
                guard let address = Self.address(String(match.1)) else { continue }
                self = .repository(address: address, revision: nil, version: nil)
                return
            }
        }
        self = .repository(address: nil, revision: nil, version: nil)
    }

    /// Returns the source of Permafrost that a `Package.resolved` file specifies, or nil if the file doesn't specify
    /// one. All three versions of the file format are supported.
    private static func pin(in bytes: [UInt8]) -> ToolSource? {
        guard let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else { return nil }
        let pins = json["pins"] ?? (json["object"] as? [String: Any])?["pins"]
        for pin in pins as? [[String: Any]] ?? [] {
            guard let location = (pin["location"] ?? pin["repositoryURL"]) as? String, let address = address(location)
            else { continue }
            let state = pin["state"] as? [String: Any]
            let revision = (state?["revision"] as? String).flatMap { text in
                [40, 64].contains(text.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit } ? text : nil
            }
            let version = (state?["version"] as? String).flatMap { $0.allSatisfy(isPlain) ? $0 : nil }
            return .repository(address: address, revision: revision, version: version)
        }
        return nil
    }

    /// Returns a repository's address without credentials. Returns nil if the repository isn't named after Permafrost,
    /// or if other machines can't reach it.
    private static func address(_ text: String) -> String? {
        var name = text.split(separator: "/").last ?? ""
        if name.hasSuffix(".git") { name = name.dropLast(4) }
        guard [ToolCommand.package.lowercased(), "permafrost"].contains(name.lowercased()),
            text.allSatisfy({ isPlain($0) || "/:@~%".contains($0) })
        else { return nil }
        guard text.hasPrefix("https://") else {
            return text.hasPrefix("ssh://") || text.hasPrefix("git@") ? text : nil
        }
        let rest = text.dropFirst("https://".count)
        let host = rest.prefix { $0 != "/" }
        guard let at = host.lastIndex(of: "@") else { return text }
        return "https://" + rest[rest.index(after: at)...]
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-+".contains(character))
    }

    /// Returns the owner and name of a GitHub repository. A workflow uses them to refer to an action. Returns nil if
    /// the repository isn't on GitHub.
    static func gitHubName(_ address: String) -> String? {
        for start in ["https://github.com/", "git@github.com:", "ssh://git@github.com/"] where address.hasPrefix(start)
        {
            var name = address.dropFirst(start.count)
            if name.hasSuffix(".git") { name = name.dropLast(4) }
            return name.split(separator: "/").count == 2 && name.allSatisfy { isPlain($0) || $0 == "/" }
                ? String(name) : nil
        }
        return nil
    }
}
