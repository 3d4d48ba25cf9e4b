/// The shell lines that download or build Permafrost on a CI machine.
///
/// If the source is a release on GitHub, the lines download it, which takes seconds and needs no toolchain. Otherwise,
/// they build Permafrost.
struct ToolScript {
    /// The CI variables that specify Permafrost's repository and commit, if the project doesn't specify them.
    static let repositoryVariable = "PERMAFROST_REPOSITORY"
    static let revisionVariable = "PERMAFROST_REVISION"
    /// The path of the executable in a folder with Permafrost's sources, after ``build(into:fails:)``.
    static let builtExecutable = ".build/release/\(product)"
    /// The product of Permafrost's manifest that builds the command.
    private static let product = "permafrost-cli"

    let lines: [String]
    /// The path of the executable. It may contain environment variables.
    let executable: String
    /// Whether the lines download a release.
    let isDownload: Bool

    /// Creates the lines that download or build Permafrost.
    ///
    /// - Parameters:
    ///   - folder: the folder that receives the tool. It may contain environment variables.
    ///   - fails: the prefix of the error message that the lines print if the repository isn't known, such as
    ///     `::error::`.
    init(_ address: String?, revision: String?, version: String?, into folder: String, fails: String = "") {
        if let address, let version, let name = ToolSource.gitHubName(address) {
            let script = "https://github.com/\(name)/releases/download/\(version)/install.sh"
            lines = [
                "curl --fail --silent --show-error --location \"\(script)\" --output \"\(folder)-install.sh\"",
                // Allow root, which is often the user in a container. The script installs only into this folder.
                "sh \"\(folder)-install.sh\" --prefix \"\(folder)\" --as-root",
            ]
            executable = folder + "/bin/permafrost"
            isDownload = true
        } else {
            lines =
                [
                    "REPOSITORY=\(address?.asShellWord ?? "\"$\(Self.repositoryVariable)\"")",
                    "REVISION=\(revision?.asShellWord ?? "\"$\(Self.revisionVariable)\"")",
                ] + Self.build(into: folder, fails: fails)
            executable = folder + "/" + Self.builtExecutable
            isDownload = false
        }
    }

    /// Returns the lines that build the tool from its sources. If their location isn't known, the lines fail with a
    /// message about the variables to set.
    static func build(into folder: String, fails: String) -> [String] {
        [
            "if [ -z \"$REPOSITORY\" ] || [ -z \"$REVISION\" ]; then",
            "  echo \"\(fails)Set the CI variables \(repositoryVariable) (the address of Permafrost's git repository) and "
                + "\(revisionVariable) (the commit to build) in this repository's settings.\"",
            "  exit 1", "fi",
            "git init --quiet \"\(folder)\"",
            "git -C \"\(folder)\" fetch --quiet --depth 1 -- \"$REPOSITORY\" \"$REVISION\"",
            "git -C \"\(folder)\" checkout --quiet FETCH_HEAD",
            "\"\(folder)/Scripts/setup\"",
            "swift build --package-path \"\(folder)\" --configuration release --product \(product)",
        ]
    }

    /// The lines that fetch all commits and tags. `check` compares the sources with them.
    static let history = [
        "if [ \"$(git rev-parse --is-shallow-repository)\" = true ]; then",
        "  git fetch --quiet --unshallow --tags",
        "else",
        "  git fetch --quiet --tags",
        "fi",
    ]
}
