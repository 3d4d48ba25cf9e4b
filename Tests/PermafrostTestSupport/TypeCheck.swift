#if os(Linux)
    import Foundation

    /// The compiler's diagnostics for sources that import this package's SwiftData and Permafrost.
    public struct TypeCheck {
        /// The compiler's output; empty if there are no diagnostics.
        public let output: String

        /// Compiles the files without producing output files, and collects the diagnostics.
        ///
        /// - Parameters:
        ///   - paths: the files, as one module.
        ///   - options: additional compiler options.
        public init(_ paths: [String], _ options: [String] = [], in folder: URL) throws {
            let products = BuildFolder.url
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
            let plugin = "PermafrostMacrosPlugin"
            let plugins = ["-load-plugin-executable", "\(products.path)/\(plugin)-tool#\(plugin)"]
            let maps = ["CSQLite", "COpenSSL", "CZlib", "CFileSystem"].flatMap {
                ["-Xcc", "-fmodule-map-file=\(root.path)/Sources/\($0)/module.modulemap"]
            }
            let result = try CommandResult.running(
                ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-I", products.path + "/Modules"]
                    + plugins + maps + options + paths, in: folder)
            output = result.output + result.errors
        }
    }
#endif
