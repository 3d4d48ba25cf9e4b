import Foundation

/// The files that decide whether the gate runs again.
struct GateInputs {
    /// The Swift files that can declare a frozen version or a property's type, sorted by path.
    let sources: [URL]
    /// Whether these are all of them.
    let isComplete: Bool

    /// The Swift files of a package, which lists all of them.
    init(packageSources sources: [URL]) {
        self.sources = sources.sorted { $0.path < $1.path }
        isComplete = true
    }

    /// The Swift files of an Xcode project.
    ///
    /// A target whose folders are synchronized, which is Xcode's default since 16, lists none of their files. Any target can declare
    /// a type that a frozen version uses.
    ///
    /// - Parameter targets: the files that each target lists.
    init(projectTargets targets: [[URL]]) {
        let swift = targets.map { $0.filter { $0.pathExtension == "swift" } }
        sources = Set(swift.joined()).sorted { $0.path < $1.path }
        isComplete = !swift.isEmpty && swift.allSatisfy { !$0.isEmpty }
    }

    /// The file that the gate leaves if nothing has drifted: a Swift file without a line, because a file of any other kind would become
    /// a resource of the target and give it a bundle.
    ///
    /// Returns nil if a change could go unnoticed. A command without such a file runs in each build.
    func stamp(in workDirectory: URL) -> URL? {
        isComplete ? workDirectory.appending(path: "PermafrostDriftGate.swift") : nil
    }
}
