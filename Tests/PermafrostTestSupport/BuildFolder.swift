// An app can't start processes.
#if os(Linux) || os(macOS)
    import Foundation

    /// The folder with the build products, and the programs in it.
    public enum BuildFolder {
        /// The folder's URL, without symbolic links.
        public static let url: URL = {
            #if canImport(ObjectiveC)
                let own = [Bundle(for: Marker.self)]
            #else
                let own: [Bundle] = []
            #endif
            let folder = Self.folder(
                bundles: (own + Bundle.allBundles).map(\.bundleURL), program: Bundle.main.bundleURL)
            return folder.withoutLinks
        }()

        /// The built command `permafrost`.
        public static var tool: URL { program("permafrost-cli") }

        /// Returns the URL of a built program.
        public static func program(_ name: String) -> URL { url.appending(path: name) }

        /// Returns the folder with the build products. On a Mac, the tests are a bundle in this folder, and one of
        /// Xcode's programs runs the bundle. On other platforms, the tests are a program in this folder.
        ///
        /// - Parameters:
        ///   - bundles: the loaded bundles, best first.
        ///   - program: the folder of the running program.
        public static func folder(bundles: [URL], program: URL) -> URL {
            let tests = bundles.first { $0.pathExtension == "xctest" }
            return tests?.deletingLastPathComponent()
                ?? (program.pathExtension == "xctest" ? program.deletingLastPathComponent() : program)
        }

        /// A class in the bundle with the tests.
        private final class Marker {}
    }
#endif
