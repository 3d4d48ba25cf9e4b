// swift-tools-version: 6.0
import PackageDescription

/// The command plugins: name, verb, description, and the reason for writing to the package, nil if they don't.
///
/// The verbs are those of the plugins in the Permafrost package. The prefix of the targets is necessary because SwiftPM
/// rejects two targets with the same name, and an app may depend on both packages.
let commands: [(name: String, verb: String, description: String, reason: String?)] = [
    ("Freeze", "freeze", "Freezes a SwiftData schema version as a fixture", "Writes the fixture."),
    ("CheckSchemas", "check-schemas", "Fails if a frozen SwiftData schema version has drifted", nil),
    ("ScaffoldTests", "scaffold-tests", "Writes drift and migration tests for frozen versions", "Writes the tests."),
    ("NewVersion", "new-version", "Writes the next version of a SwiftData schema", "Adds the version."),
    ("Adopt", "adopt", "Freezes and declares every shipped schema from git tags", "Adds the versions."),
    ("InitSchemas", "init-schemas", "Freezes the shipped schemas and sets up checks", "Writes fixtures and checks."),
    ("ShipVersion", "ship-version", "Records the release that a frozen version shipped in", "Records the release."),
    ("WriteSkill", "write-skill", "Writes a skill for agents that work with frozen versions", "Writes the skill."),
    ("PermafrostReading", "permafrost", "Runs a read-only command: check, lint, list, diff, inspect and more", nil),
]

let tools: [Target.Dependency] = ["PermafrostTools"]

let plugins: [Target] =
    commands.map { command in
        .plugin(
            name: "Prebuilt" + command.name,
            capability: .command(
                intent: .custom(verb: command.verb, description: command.description),
                permissions: command.reason.map { [.writeToPackageDirectory(reason: $0)] } ?? []),
            dependencies: tools)
    } + [.plugin(name: "PrebuiltDriftGate", capability: .buildTool(), dependencies: tools)]

let package = Package(
    name: "permafrost-plugins",
    products: plugins.map { .plugin(name: $0.name, targets: [$0.name]) },
    targets: plugins + [
        .binaryTarget(
            name: "PermafrostTools",
            url: "@ADDRESS@",
            checksum: "@CHECKSUM@")
    ]
)
