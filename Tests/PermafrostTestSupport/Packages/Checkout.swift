import Foundation

#if os(Linux) || os(macOS)
    /// A build system of SwiftPM.
    package enum BuildEngine: String, CaseIterable {
        case native
        /// Xcode's build system.
        case swiftbuild

        package var option: [String] { ["--build-system", rawValue] }
    }

    /// This checkout, and resources that its consumers share.
    package enum Checkout {
        package static let root = SourceTree.root

        /// The scratch path for building consumers. All consumers share it, so that each engine compiles the tools
        /// once. It is separate because SwiftPM holds a lock on the scratch path of the `swift test` that runs the
        /// tests.
        package static let scratch = root.appending(path: ".build/consumers")

        /// A repository with this checkout's current files, including uncommitted changes: branch `main` and version
        /// 1.0.0.
        package static let repository = Result {
            let folder = scratch.appending(path: "repository/Permafrost")
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for item in ["Package.swift", "Sources", "Examples", "Plugins", "Tests"] {
                try FileManager.default.copyItem(at: root.appending(path: item), to: folder.appending(path: item))
            }
            let author = ["-c", "user.name=Permafrost", "-c", "user.email=dev@permafrost.invalid"]
            for arguments in [
                ["init", "--quiet", "--initial-branch", "main"], ["add", "--all"],
                author + ["commit", "--quiet", "--no-gpg-sign", "--message", "This checkout"],
                ["tag", "--no-sign", "1.0.0"],
            ] {
                let result = try CommandResult.running(["git"] + arguments, in: folder)
                guard result.status == 0 else { throw RepositoryFailure(arguments: arguments, errors: result.errors) }
            }
            return folder
        }

        package struct RepositoryFailure: Error {
            let arguments: [String]
            let errors: String
        }

        /// Runs `swift package` on the package in a folder.
        ///
        /// This function doesn't use the user's cache, because clones of ``repository`` are useless to anyone else.
        package static func swiftPackage(
            _ arguments: [String], in folder: URL, engine: BuildEngine = .native
        ) throws -> CommandResult {
            try swift(["package"] + engine.option + arguments, in: folder)
        }

        /// Runs `swift` as a consumer does.
        package static func swift(
            _ arguments: [String], in folder: URL, environment: [String: String] = [:]
        ) throws -> CommandResult {
            try CommandResult.running(
                ["swift"] + arguments.prefix(1) + places + arguments.dropFirst(), in: folder,
                environment: own.merging(environment) { _, new in new })
        }

        /// The environment variables of a consumer, who doesn't run this checkout's tests.
        package static let own = ["PERMAFROST_TESTS": ""]

        /// Options with the folders for builds and fetched packages.
        private static let places = [
            "--scratch-path", scratch.path, "--cache-path", scratch.appending(path: "cache").path,
        ]
    }
#endif
