import Foundation
import PermafrostModel
import PermafrostSource

/// The names of test files. They are valid Swift identifiers, and are unique even if case is ignored.
struct TestNames {
    /// A request for a name. If several requests have the same name, their subjects are used to distinguish them.
    struct Request: Hashable {
        /// The preferred name. It is used unchanged if no other request has it, or if this is the only exact request
        /// with it. Otherwise, a digest of ``subject`` is appended.
        var name: String
        /// A text that distinguishes the test from other tests, such as its group and versions.
        var subject: String
        /// Whether the name represents its versions or its type unambiguously, because only dots were replaced in them.
        /// If only one of several requests with the same name is exact, it gets the name unchanged.
        var isExact: Bool
    }

    private let names: [Request: String]

    /// Assigns a name to each request. The order of the requests doesn't matter.
    init(_ requests: [Request]) {
        var names: [Request: String] = [:]
        for (_, alike) in Dictionary(grouping: Set(requests), by: { $0.name.lowercased() }) {
            let exact = alike.filter(\.isExact)
            for request in alike {
                let stays = alike.count == 1 || exact == [request]
                names[request] = stays ? request.name : request.name + "_" + Self.mark(request.subject)
            }
        }
        self.names = names
    }

    func name(_ request: Request) -> String { names[request] ?? request.name }

    /// Returns a version's or type's name for use in an identifier. Replaces all characters except ASCII letters,
    /// digits and `_` with `_`.
    static func part(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    }

    /// Returns whether a name consists only of ASCII letters, digits and dots. If so, every underscore in the result of
    /// ``part(_:)`` represents a dot.
    static func isExact(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." }
    }

    private static func mark(_ text: String) -> String {
        String(Digest.hex(Digest.sha256(Array(text.utf8)).prefix(3)))
    }
}

extension TestNames {
    /// The modules of source files. They are determined from the package's manifest or from the project's folders.
    struct ModuleNames: Sendable {
        private let targets: [PackageTarget]
        /// The name of the Xcode project, or nil if there is a manifest or no Xcode project. Files at the top of the
        /// project's folder belong to the module with this name.
        private let xcodeProject: String?

        /// Prepares to find the modules of the files in a project.
        ///
        /// - Parameter targets: the targets in the manifest, or nil if there is no manifest.
        init(targets: [PackageTarget]?, directory: String) {
            self.targets = targets ?? []
            xcodeProject =
                targets != nil
                ? nil
                : (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted()
                    .first { $0.hasSuffix(".xcodeproj") }.map { String($0.dropLast(".xcodeproj".count)) }
        }

        /// Returns the target whose folder contains a file, or nil if no target's folder does. If there are several,
        /// returns the target with the innermost folder.
        func target(of file: String) -> PackageTarget? {
            targets.compactMap { target -> (target: PackageTarget, folder: String)? in
                target.folders.first { $0 == "." || $0.isEmpty || file.hasPrefix($0 + "/") }.map { (target, $0) }
            }.max { $0.folder.count < $1.folder.count }?.target
        }

        /// Returns the module of the declaration at a location, or nil if it can't be determined.
        ///
        /// - Parameter folder: the module's name according to the file's path (`Sources/<module>`), or nil if the path
        ///   doesn't contain one. It is used if no target's folder contains the file.
        func module(of location: SourceLocation, folder: String?) -> String? {
            if let target = target(of: location.file) { return target.module }
            if let folder { return PackageTarget.module(named: folder) }
            guard let xcodeProject else { return nil }
            let components = location.file.split(separator: "/")
            return PackageTarget.module(named: components.count > 1 ? String(components[0]) : xcodeProject)
        }
    }
}
