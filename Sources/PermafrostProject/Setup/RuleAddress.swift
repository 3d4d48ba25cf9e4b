import Foundation
import PermafrostModel

/// The addresses of the rules' pages in the repository that a project gets Permafrost from, if that is on GitHub. Other
/// services have other addresses for files.
package struct RuleAddress: Sendable {
    private let folder: String?

    /// Finds the repository. It is the one in the variables that Permafrost's action sets, or else the one in the
    /// packages that SwiftPM or Xcode resolved.
    ///
    /// - Parameter directory: the project's folder.
    package init(of directory: String, environment: [String: String]) {
        let given = environment["PERMAFROST_REPOSITORY"].map {
            ToolSource.repository(address: $0, revision: environment["PERMAFROST_REVISION"], version: nil)
        }
        // A pin that can't be read only leaves out the addresses.
        guard case .repository(let address?, let revision, _)? = given ?? (try? ToolSource(ofPinsIn: directory)),
            let name = ToolSource.gitHubName(address)
        else {
            folder = nil
            return
        }
        let commit = revision.flatMap { $0.isEmpty ? nil : $0 } ?? "HEAD"
        guard commit.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }) else {
            folder = nil
            return
        }
        folder = "https://github.com/\(name)/blob/\(commit)/Documentation/Guide.docc/Rules/"
    }

    /// Returns the address of a rule's page; nil if the repository isn't known.
    package func page(_ code: String) -> String? { folder.map { "\($0)\(code).md" } }
}
