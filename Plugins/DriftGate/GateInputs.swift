import Foundation

/// The Swift files whose changes make the gate run again.
///
/// Build engines run a command again only if its tool or one of its inputs changed, even if it has no outputs.
struct GateInputs {
    /// The files that can declare a frozen version or a property's type, sorted by path.
    let sources: [URL]

    /// Creates the inputs from a package's Swift files. A package lists all of them.
    init(packageSources sources: [URL]) {
        self.sources = sources.sorted { $0.path < $1.path }
    }

    /// Creates the inputs from the Swift files of an Xcode project.
    ///
    /// A target with synchronized folders, Xcode's default since version 16, may list no files. If any target lists no
    /// Swift files, the Swift files in the project's folder are also inputs.
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

    /// The names of folders with files that tools generated or downloaded.
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
