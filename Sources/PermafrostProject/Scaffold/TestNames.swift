import Foundation
import PermafrostModel
import PermafrostSource

/// The names of test files. They are valid Swift identifiers, and are unique even if case is ignored.
struct TestNames {
    /// A request for a name. If two requests have the same name, their subjects distinguish them.
    struct Wish: Hashable {
        /// The preferred name, which is used if it is unique.
        var name: String
        /// The subject of the test, such as its versions as written in the source.
        var subject: String
        /// Whether the name contains all information in the subject. Such a name takes precedence.
        var isExact: Bool
    }

    private let names: [Wish: String]

    /// Assigns names to all requests. Their order doesn't matter.
    init(_ wishes: [Wish]) {
        var names: [Wish: String] = [:]
        for (_, alike) in Dictionary(grouping: Set(wishes), by: { $0.name.lowercased() }) {
            let exact = alike.filter(\.isExact)
            for wish in alike {
                // A name is unchanged if no other request has it, or if this is the only request for which it is exact.
                let stays = alike.count == 1 || exact == [wish]
                names[wish] = stays ? wish.name : wish.name + "_" + Self.mark(wish.subject)
            }
        }
        self.names = names
    }

    /// Returns the name assigned to a request.
    func name(_ wish: Wish) -> String { names[wish] ?? wish.name }

    /// Returns the name of a version or type as part of an identifier, with `_` instead of every character except
    /// letters, digits and `_`.
    static func part(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    }

    /// Returns whether ``part(_:)`` replaces only the dots in a name.
    static func isExact(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." }
    }

    private static func mark(_ text: String) -> String {
        String(Digest.hex(Digest.sha256(Array(text.utf8)).prefix(3)))
    }
}

extension TestNames {
    /// The modules of source files, determined from the package's manifest or the project's folders.
    struct ModuleNames: Sendable {
        private let targets: [PackageTarget]
        /// The name of the Xcode project, whose targets usually have their own folders; nil if there is no Xcode
        /// project.
        private let xcodeProject: String?

        /// - Parameter targets: the targets in the manifest; nil if there is none.
        init(targets: [PackageTarget]?, directory: String) {
            self.targets = targets ?? []
            xcodeProject =
                targets != nil
                ? nil
                : (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted()
                    .first { $0.hasSuffix(".xcodeproj") }.map { String($0.dropLast(".xcodeproj".count)) }
        }

        /// Returns the target whose folder contains a file. If several folders contain it, returns the innermost one's
        /// target.
        func target(of file: String) -> PackageTarget? {
            targets.compactMap { target -> (target: PackageTarget, folder: String)? in
                target.folders.first { $0 == "." || $0.isEmpty || file.hasPrefix($0 + "/") }.map { (target, $0) }
            }.max { $0.folder.count < $1.folder.count }?.target
        }

        /// Returns the module of the declaration at a location.
        ///
        /// - Parameter folder: the module that is determined only from the folders (`Sources/<module>`).
        func module(of location: SourceLocation, folder: String?) -> String? {
            if let target = target(of: location.file) { return target.module }
            if let folder { return PackageTarget.module(named: folder) }
            guard let xcodeProject else { return nil }
            let components = location.file.split(separator: "/")
            return PackageTarget.module(named: components.count > 1 ? String(components[0]) : xcodeProject)
        }
    }
}
