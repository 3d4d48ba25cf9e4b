import Foundation

/// The Swift files whose changes make the gate run again.
///
/// Build engines run a command again only if its tool or one of its inputs has changed, whether it has outputs or not.
struct GateInputs {
    /// The files that can declare a frozen version or a property's type, sorted by path.
    let sources: [URL]

    /// The Swift files of a package, which lists all of them.
    init(packageSources sources: [URL]) {
        self.sources = sources.sorted { $0.path < $1.path }
    }

    /// The Swift files of an Xcode project.
    ///
    /// A target whose folders are synchronized, which is Xcode's default since 16, may list none of their files. If any target lists
    /// none, the Swift files below the project's folder are inputs as well.
    ///
    /// - Parameters:
    ///   - targets: the files that each target lists.
    ///   - folder: the project's folder.
    init(projectTargets targets: [[URL]], folder: URL) {
        let swift = targets.map { $0.filter { $0.pathExtension == "swift" } }
        let isComplete = !swift.isEmpty && swift.allSatisfy { !$0.isEmpty }
        let listed = swift.joined() + (isComplete ? [] : Self.swiftFiles(below: folder))
        let byPath = Dictionary(listed.map { ($0.standardizedFileURL.path, $0) }) { first, _ in first }
        sources = byPath.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Folders that hold what tools have made or fetched.
    private static let ignored: Set = ["build", "Carthage", "DerivedData", "node_modules", "Pods", "SourcePackages"]

    private static func swiftFiles(below folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        var found: [URL] = []
        while let file = files?.nextObject() as? URL {
            if ignored.contains(file.lastPathComponent) {
                files?.skipDescendants()
            } else if file.pathExtension == "swift",
                (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            {
                found.append(file)
            }
        }
        return found
    }
}
