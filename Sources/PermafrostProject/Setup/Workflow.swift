import Foundation
import PermafrostFiles
import PermafrostFixtures

/// The file by which a service checks each push.
struct Workflow {
    /// The path from the repository's top.
    let path: String
    let lines: [String]

    private static let libraries = "apt-get update && apt-get install -y libsqlite3-dev libssl-dev zlib1g-dev"

    /// - Parameters:
    ///   - isPackage: whether the commands are there as plugins of the package; else the tool is built from its sources.
    ///   - arguments: further options of the check.
    init(_ service: ProjectSetup.Service, isPackage: Bool, arguments: [String]) {
        let more = arguments.map { " " + $0.asShellWord }.joined()
        switch service {
        case .github:
            path = ".github/workflows/schemas.yml"
            lines =
                [
                    "name: Schemas", "on: [push, pull_request]", "permissions:", "  contents: read", "jobs:",
                    "  check:",
                    "    runs-on: ubuntu-latest", "    container: swift:6.2", "    steps:",
                    "      - uses: actions/checkout@v4",
                ]
                + (isPackage
                    ? [
                        "      - run: \(Self.libraries)",
                        "      - run: " + YAMLText("swift package check-schemas --format github" + more).text,
                    ]
                    : ["      - uses: REPOSITORY_OF_PERMAFROST@main"] + Self.inputs(arguments))
        case .gitlab:
            path = ".gitlab-ci.yml"
            lines =
                ["schemas:", "  image: swift:6.2", "  before_script:", "    - \(Self.libraries)", "  script:"]
                + (isPackage
                    ? ["    - " + YAMLText("swift package check-schemas" + more).text]
                    : [
                        "    - git clone REPOSITORY_OF_PERMAFROST /permafrost",
                        "    - swift build --package-path /permafrost --configuration release --target PermafrostTools",
                        "    - " + YAMLText("/permafrost/.build/release/permafrost check" + more).text,
                    ])
        }
    }

    /// What the action is given: it splits its options at spaces that no backslash stands before.
    private static func inputs(_ arguments: [String]) -> [String] {
        guard !arguments.isEmpty else { return [] }
        let words = arguments.map { word in
            String(word.flatMap { $0.isWhitespace || $0 == "\\" ? ["\\", $0] : [$0] })
        }
        return ["        with:", "          arguments: " + YAMLText(words.joined(separator: " ")).text]
    }

    /// Whether a file of the service runs a check already.
    static func isThere(_ service: ProjectSetup.Service, in directory: String) throws -> Bool {
        let paths: [String]
        switch service {
        case .github:
            let folder = directory + "/.github/workflows"
            guard try FileKind(of: folder) == .directory else { return false }
            paths = try FileAccess.list(folder).map { folder + "/" + $0 }
        case .gitlab: paths = [directory + "/.gitlab-ci.yml"]
        }
        return try paths.contains { path in
            guard try FileKind(of: path) == .regular else { return false }
            let text = String(decoding: try FileAccess.read(path), as: UTF8.self)
            return text.contains("check-schemas") || text.contains("permafrost")
        }
    }
}
