import Foundation
import PermafrostFixtures
import PermafrostStore

/// A dependency on Permafrost's package, as a manifest declares it.
package struct PackageDependency: Sendable, Hashable {
    /// The dependency as Swift code, such as `.package(url: "…", from: "0.1.0")`.
    package let code: String
    /// The arguments of `swift package add-dependency` that add the dependency.
    package let arguments: [String]
    /// The path of the package, as written in ``code``. Nil if the dependency has a URL.
    package let path: String?

    /// The name that targets use for the package, as in `.product(name:package:)`.
    package let name: String

    static let usualName = "permafrost"

    /// A dependency with a placeholder for the address, which isn't known.
    package static let unknown = PackageDependency(
        url: "REPOSITORY_OF_PERMAFROST", ("from", PermafrostRelease.version), name: usualName)

    /// Creates the dependency on the package that this process was built in. Returns nil if the process was installed,
    /// or if the project is that package.
    ///
    /// - Parameters:
    ///   - executable: the path of the process's executable.
    ///   - directory: the project's folder, which the path in the manifest is relative to.
    init?(builtAt executable: String?, project directory: String) {
        guard let executable else { return nil }
        let parts = FileStatus.resolved(executable).split(separator: "/")
        guard let build = parts.lastIndex(of: ".build") else { return nil }
        let package = "/" + parts[..<build].joined(separator: "/")
        let isPackage = ["Package.swift", "Sources/PermafrostTesting"].allSatisfy {
            FileManager.default.fileExists(atPath: package + "/" + $0)
        }
        let project = FileStatus.resolved(directory)
        guard isPackage, project != package else { return nil }
        self.init(path: Self.path(to: package, from: project))
    }

    /// Creates the dependency on a repository, or returns nil if the repository's address isn't known.
    init?(_ source: ToolSource) {
        guard case .repository(let address?, let revision, let version) = source else { return nil }
        let requirement =
            version.map { ("from", $0) } ?? revision.map { ("revision", $0) } ?? ("from", PermafrostRelease.version)
        // SwiftPM derives the package's name from the URL.
        var last = address.split { $0 == "/" || $0 == ":" }.last ?? ""
        if last.hasSuffix(".git") { last = last.dropLast(4) }
        let name = last.lowercased() == Self.usualName ? Self.usualName : String(last)
        self.init(url: address, requirement, name: name)
    }

    private init(url: String, _ requirement: (label: String, value: String), name: String) {
        self.name = name
        code = ".package(url: \(Self.literal(url)), \(requirement.label): \(Self.literal(requirement.value)))"
        arguments = [url, "--" + requirement.label, requirement.value]
        path = nil
    }

    private init(path: String) {
        name = path.split(separator: "/").last.map(String.init) ?? Self.usualName
        code = ".package(path: \(Self.literal(path)))"
        arguments = [path, "--type", "path"]
        self.path = path
    }

    private static func path(to place: String, from folder: String) -> String {
        let (to, from) = (place.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(to, from).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map(String.init)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
