import PermafrostStore

/// A command that the user can paste to freeze one version of a project.
package struct FreezeCommandLine: Sendable, Hashable {
    /// The values of `--plan`, one for each group to freeze. Empty if the command doesn't need `--plan`.
    private var plans: [String]
    /// The options that the command needs in addition to the version, such as `--models` with its value.
    private let options: [String]

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - plan: the value of `--plan`, or nil if the command doesn't need it.
    ///   - options: the options that the command needs in addition to the version.
    package init(plan: String? = nil, options: [String] = []) {
        plans = plan.map { [$0] } ?? []
        self.options = options
    }

    /// Returns a command that freezes the version in this command's group and in the groups of the other commands.
    package func joined(with others: [FreezeCommandLine]) -> FreezeCommandLine {
        var joined = self
        for plan in others.flatMap(\.plans) where !joined.plans.contains(plan) { joined.plans.append(plan) }
        return joined
    }

    /// Returns the text of the command, such as `permafrost freeze 1.0.0 --force --plan TripsPlan`. For several groups,
    /// the text contains one command per group, joined by `&&`.
    ///
    /// - Parameter isShipped: whether the fixture to replace is in a release tag. If so, the command must record a
    ///   reason.
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
    /// The string as one word of a shell command, quoted if it contains special characters.
    package var asShellWord: String {
        let plain = utf8.allSatisfy(Self.plainBytes.contains)
        return plain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
    }

    /// The bytes that have no meaning for a shell.
    private static let plainBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=@%+".utf8)
}
