/// The command that freezes one version of a project, ready to paste.
package struct FreezeCommandLine: Sendable, Hashable {
    /// The groups, if several contain a version with the name. Each freeze covers one group.
    private var plans: [String]
    /// The options that the command needs in addition to the version: `--model`, `--models`, and their values.
    private let options: [String]

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - plan: the group, if the command must specify it.
    ///   - options: the options that the command needs in addition to the version.
    package init(plan: String? = nil, options: [String] = []) {
        plans = plan.map { [$0] } ?? []
        self.options = options
    }

    /// Returns a command that also covers the groups of the other commands.
    package func joined(with others: [FreezeCommandLine]) -> FreezeCommandLine {
        var joined = self
        for plan in others.flatMap(\.plans) where !joined.plans.contains(plan) { joined.plans.append(plan) }
        return joined
    }

    /// Returns the command as a string, such as `permafrost freeze 1.0.0 --force --plan TripsPlan`. For several groups,
    /// it contains one command for each, joined by `&&`.
    ///
    /// - Parameter isShipped: whether a release tag has the fixture to replace, so that a reason must be recorded.
    package func text(_ version: String, isForced: Bool = false, isShipped: Bool = false) -> String {
        let force = isShipped ? ["--force-shipped", "--because", "TEXT"] : isForced ? ["--force"] : []
        let arguments = [version] + force + options
        guard !plans.isEmpty else { return line(arguments) }
        return plans.map { line(arguments + ["--plan", $0]) }.joined(separator: " && ")
    }

    private func line(_ arguments: [String]) -> String {
        ([ToolCommand.line("freeze")] + arguments.map(\.asShellWord)).joined(separator: " ")
    }
}

extension String {
    /// The string as one word of a shell command. It is quoted if it contains special characters.
    package var asShellWord: String {
        let plain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./,:=@%+".contains($0)) }
        return plain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}

extension FreezeCommandLine {
    /// A freeze of models without a `VersionedSchema`. It requires the models' names and a version number.
    package struct UnversionedFreeze: Sendable, Hashable {
        /// The number that follows the newest frozen version.
        package let number: String
        /// The frozen version with the current version hashes; nil if there is none.
        package let frozenAs: String?
        private let models: [String]

        /// Creates the freeze.
        ///
        /// - Parameter models: the classes for `--models`; empty if containers list them.
        package init(number: String, frozenAs: String?, models: [String]) {
            self.number = number
            self.frozenAs = frozenAs
            self.models = models
        }

        /// The command for the current declarations, such as `permafrost freeze 1.1.0 --models Trip,BucketListItem`.
        package var command: String { command(as: number) }

        /// Returns the command for a different version.
        package func command(as version: String, isForced: Bool = false) -> String {
            commandLine.text(version, isForced: isForced)
        }

        private var commandLine: FreezeCommandLine {
            FreezeCommandLine(options: models.isEmpty ? [] : ["--models", models.joined(separator: ",")])
        }
    }
}
