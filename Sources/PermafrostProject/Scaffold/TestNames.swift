import Foundation
import PermafrostModel
import PermafrostSource

/// Names of test files: valid Swift identifiers, and no two alike even where letter case does not count.
struct TestNames {
    /// What a name stands for; two wishes for one name are distinguished by it.
    struct Wish: Hashable {
        /// The name as it should be.
        var name: String
        /// What it is of, such as the versions as they are written.
        var subject: String
        /// Whether nothing was lost between subject and name, which goes first.
        var isExact: Bool
    }

    private let names: [Wish: String]

    /// Names for all wishes, whatever their order.
    init(_ wishes: [Wish]) {
        var names: [Wish: String] = [:]
        for (_, alike) in Dictionary(grouping: Set(wishes), by: { $0.name.lowercased() }) {
            let exact = alike.filter(\.isExact)
            for wish in alike {
                // A name that no other wish has, or the only one that is as written, stays.
                let stays = alike.count == 1 || exact == [wish]
                names[wish] = stays ? wish.name : wish.name + "_" + Self.mark(wish.subject)
            }
        }
        self.names = names
    }

    /// The name of a wish that was among them.
    func name(_ wish: Wish) -> String { names[wish] ?? wish.name }

    /// A version or type name as part of an identifier: every character but letters, digits and `_` becomes `_`.
    static func part(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    }

    /// Whether ``part(_:)`` loses nothing but the dots between.
    static func isExact(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." }
    }

    private static func mark(_ text: String) -> String {
        String(Digest.hex(Digest.sha256(Array(text.utf8)).prefix(3)))
    }
}

extension TestNames {
    /// Which module a source file belongs to, as the package's manifest or the project's folders say.
    struct ModuleNames: Sendable {
        private let targets: [PackageTarget]
        /// In an Xcode project, whose targets are folders by convention: its name. Nil for anything else.
        private let xcodeProject: String?

        /// - Parameter targets: those of the manifest; nil if there is none.
        init(targets: [PackageTarget]?, directory: String) {
            self.targets = targets ?? []
            xcodeProject =
                targets != nil
                ? nil
                : (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted()
                    .first { $0.hasSuffix(".xcodeproj") }.map { String($0.dropLast(".xcodeproj".count)) }
        }

        /// The target whose folder holds a file: the innermost, where one lies in another.
        func target(of file: String) -> PackageTarget? {
            targets.compactMap { target -> (target: PackageTarget, folder: String)? in
                target.folders.first { $0 == "." || $0.isEmpty || file.hasPrefix($0 + "/") }.map { (target, $0) }
            }.max { $0.folder.count < $1.folder.count }?.target
        }

        /// The module that declares what stands at a place.
        ///
        /// - Parameter folder: the module that the folders say by themselves: `Sources/<module>`.
        func module(of location: SourceLocation, folder: String?) -> String? {
            if let target = target(of: location.file) { return target.module }
            if let folder { return PackageTarget.module(named: folder) }
            guard let xcodeProject else { return nil }
            let components = location.file.split(separator: "/")
            return PackageTarget.module(named: components.count > 1 ? String(components[0]) : xcodeProject)
        }
    }
}
