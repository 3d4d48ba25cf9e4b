import Foundation
import PermafrostSource
import PermafrostStore

/// The steps in Xcode that make fixtures available to tests. The user must take them, because project files are never
/// edited.
package struct XcodeSteps: Sendable, Hashable {
    /// The name of the Xcode project, such as `App.xcodeproj`.
    package let project: String
    /// The address of Permafrost's repository, or nil if it isn't known.
    package let address: String?
    /// The names of the test targets that need the product for tests. UI test targets are included only if there are no
    /// other test targets.
    package let tests: [String]
    /// The path of the fixture tree relative to the project's folder, or its absolute path if the tree is outside that
    /// folder.
    package let fixtures: String
    /// The names of the test targets that contain the fixture tree, because Xcode synchronizes the tree's folder with
    /// them.
    package let holders: [String]

    /// Determines the steps. Returns nil if the project's folder has no Xcode project, or if a test target has the
    /// product for tests.
    ///
    /// - Throws: a `FileError` or `UnreadableFile` if the project's folder or a `Package.resolved` file can't be read.
    init?(_ project: Project) throws {
        let directory = project.options.directory
        let bundle = try FileAccess.list(directory).sorted().first { $0.hasSuffix(SourcePaths.projectSuffix) }
        guard let bundle else { return nil }
        fixtures = project.tree.directory.relative(to: directory)
        let targets = try FolderTargets(directory: directory).xcodeTests(synchronizing: fixtures)
        guard !targets.contains(where: { $0.products.contains("PermafrostTesting") }) else { return nil }
        self.project = bundle
        let units = targets.filter { !$0.isInterfaceTest }
        tests = (units.isEmpty ? targets : units).map(\.name)
        holders = targets.filter(\.synchronizesFolder).map(\.name)
        if case .repository(let address, _, _) = try ToolSource(ofPinsIn: directory) {
            self.address = address
        } else {
            address = nil
        }
    }
}

extension FolderTargets.XcodeTest {
    /// Whether the target's name ends with `UITests`. UI tests run outside the app and can't use its models.
    fileprivate var isInterfaceTest: Bool { name.hasSuffix("UITests") }
}
