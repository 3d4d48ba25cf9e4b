// An app can't start processes.
#if os(Linux) || os(macOS)
    import Foundation

    /// A git repository in a test's folder. It ignores the user's git settings.
    public struct TestRepository: Sendable {
        /// The folder that contains the repository.
        public let folder: ScratchFolder
        /// The path of the repository's top level in the folder; empty for the folder itself.
        public let top: String

        /// The failure of a git command.
        public struct Failure: Error {
            /// The command's output.
            public let text: String
        }

        /// Creates an empty repository.
        public init(_ folder: ScratchFolder, at top: String = "", options: [String] = []) throws {
            self.folder = folder
            self.top = top
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: top), withIntermediateDirectories: true)
            try git(["init", "--quiet", "--initial-branch", "main"] + options)
            for (name, value) in [("user.name", "Permafrost"), ("user.email", "dev@permafrost.invalid")] {
                try git("config", name, value)
            }
        }

        /// Runs git at the repository's top level.
        ///
        /// - Returns: the command's output.
        @discardableResult public func git(_ arguments: String...) throws -> String { try git(arguments) }

        @discardableResult public func git(_ arguments: [String]) throws -> String {
            let result = try CommandResult.running(
                ["git", "-c", "commit.gpgsign=false"] + arguments, in: folder.url.appending(path: top),
                environment: Self.environment)
            guard result.status == 0 else { throw Failure(text: "\(arguments): \(result)") }
            return result.output.trimmingCharacters(in: .newlines)
        }

        /// Variables that make git ignore the settings of this machine.
        public static let environment = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]

        /// Commits everything, including ignored files.
        public func commit(_ message: String = "commit") throws {
            try git("add", "--all", "--force", ".")
            try git("commit", "--quiet", "--allow-empty", "--message", message)
        }

        /// Writes an object from unchecked bytes.
        ///
        /// - Returns: the object's name.
        public func object(_ type: String, _ bytes: [UInt8]) throws -> String {
            let name = "object-\(UUID().uuidString)"
            let file = folder.path(name)
            try Data(bytes).write(to: URL(filePath: file))
            defer { try? FileManager.default.removeItem(atPath: file) }
            return try git("hash-object", "-w", "--literally", "-t", type, file)
        }

        /// Writes a tree with unchecked names.
        ///
        /// - Returns: the tree's name.
        public func tree(_ entries: [(mode: String, name: [UInt8], id: String)]) throws -> String {
            var bytes: [UInt8] = []
            for entry in entries {
                bytes += Array("\(entry.mode) ".utf8)
                bytes += entry.name
                bytes.append(0)
                for offset in stride(from: 0, to: entry.id.utf8.count, by: 2) {
                    bytes.append(UInt8(entry.id.dropFirst(offset).prefix(2), radix: 16) ?? 0)
                }
            }
            return try object("tree", bytes)
        }
    }
#endif
