import Foundation
import PermafrostStore

/// A dependency on Permafrost's package, as a manifest declares it.
package struct PackageDependency: Sendable, Hashable {
    /// The dependency as Swift code, such as `.package(url: "…", from: "0.1.0")`.
    package let code: String
    /// The path of the package, as written in ``code``. Nil if the dependency has a URL.
    package let path: String?

    /// The name that targets use for the package, as in `.product(name:package:)`.
    package let name: String

    static let usualName = "permafrost"

    /// The dependency as Swift code, with a placeholder for an address that isn't known.
    package static let unknown = ".package(url: \"REPOSITORY_OF_PERMAFROST\", from: \"\(PermafrostRelease.version)\")"

    /// Creates the dependency for a URL or path that the user specified.
    ///
    /// - Parameters:
    ///   - folder: the working folder, which a relative path in `given` is relative to.
    ///   - directory: the project's folder. In the manifest, a relative path is relative to this folder.
    /// - Throws: ``PackageDependency/NotAPackage`` if the path isn't the folder of a package.
    package init(_ given: String, in folder: String, project directory: String) throws {
        guard !given.contains("://"), given.firstMatch(of: /^[^\/]+@[^\/]+:/) == nil else {
            self.init(url: given, requirement: "from: \(Self.literal(PermafrostRelease.version))")
            return
        }
        let isRelative = !given.hasPrefix("/")
        let complete = FileStatus.resolved(isRelative ? folder + "/" + given : given)
        guard try FileKind(of: complete + "/Package.swift") == .regular else {
            throw PackageDependency.NotAPackage(path: given)
        }
        self.init(path: isRelative ? Self.path(to: complete, from: FileStatus.resolved(directory)) : given)
    }

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
            version.map { "from: \(Self.literal($0))" } ?? revision.map { "revision: \(Self.literal($0))" }
            ?? "from: \(Self.literal(PermafrostRelease.version))"
        self.init(url: address, requirement: requirement)
    }

    private init(url: String, requirement: String) {
        // SwiftPM derives the package's name from the URL.
        var last = url.split { $0 == "/" || $0 == ":" }.last ?? ""
        if last.hasSuffix(".git") { last = last.dropLast(4) }
        name = last.lowercased() == Self.usualName ? Self.usualName : String(last)
        code = ".package(url: \(Self.literal(url)), \(requirement))"
        path = nil
    }

    private init(path: String) {
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let label = last.lowercased() == Self.usualName ? "" : "name: \(Self.literal(Self.usualName)), "
        code = ".package(\(label)path: \(Self.literal(path)))"
        name = Self.usualName
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

extension PackageDependency {
    /// The error for a path that isn't the folder of a package.
    package struct NotAPackage: Error, Sendable, Hashable {
        package let path: String
    }
}
