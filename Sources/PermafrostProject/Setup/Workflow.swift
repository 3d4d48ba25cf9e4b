import Foundation
import PermafrostFiles

/// The file by which a service checks each push.
struct Workflow {
    /// The path from the repository's top.
    let path: String
    let lines: [String]

    private static let libraries = "apt-get update && apt-get install -y libsqlite3-dev libssl-dev zlib1g-dev"

    /// - Parameter isPackage: whether the commands are there as plugins of the package; else the tool is built from its sources.
    init(_ service: ProjectSetup.Service, isPackage: Bool) {
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
                    ? ["      - run: \(Self.libraries)", "      - run: swift package check-schemas --format github"]
                    : ["      - uses: REPOSITORY_OF_PERMAFROST@main"])
        case .gitlab:
            path = ".gitlab-ci.yml"
            lines =
                ["schemas:", "  image: swift:6.2", "  before_script:", "    - \(Self.libraries)", "  script:"]
                + (isPackage
                    ? ["    - swift package check-schemas"]
                    : [
                        "    - git clone REPOSITORY_OF_PERMAFROST /permafrost",
                        "    - swift build --package-path /permafrost --configuration release --target PermafrostTools",
                        "    - /permafrost/.build/release/permafrost check",
                    ])
        }
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
