/// The command that freezes one version of a project, as it can be pasted.
package struct FreezeCommandLine: Sendable, Hashable {
    /// What tells the version from others of its name: `--plan`, `--model`, and their values.
    private let options: [String]

    /// - Parameter options: what must be said beside the version.
    package init(options: [String] = []) {
        self.options = options
    }

    /// `permafrost freeze 1.0.0 --force --plan TripsPlan`
    package func text(_ version: String, isForced: Bool = false) -> String {
        (["permafrost", "freeze", version.asShellWord] + (isForced ? ["--force"] : []) + options.map(\.asShellWord))
            .joined(separator: " ")
    }
}
