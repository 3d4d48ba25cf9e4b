import PermafrostSource
import Testing

/// A package dependency and products are added to a manifest in the manifest's own style, or the manifest is left alone.
@Suite struct ManifestEditTests {
    private static let package = ".package(url: \"https://example.org/permafrost\", from: \"0.1.0\")"
    private static let tests = ".product(name: \"PermafrostTesting\", package: \"permafrost\")"
    private static let library = ".product(name: \"Permafrost\", package: \"permafrost\")"

    private static func edited(
        _ manifest: String, _ dependency: String? = package,
        _ products: [(String, String)] = [("AppTests", tests)]
    ) throws -> String {
        try ManifestEdit(Array(manifest.utf8), names: ["permafrost"], productPrefix: "Permafrost")
            .text(adding: dependency, products.map { ManifestEdit.TargetDependency(target: $0.0, code: $0.1) })
    }

    /// A manifest whose lines are removed or added, as in a diff.
    @Test(
        arguments: [
            // The lists are there, with trailing commas.
            """
             let package = Package(
                 name: "App",
                 dependencies: [
                     .package(path: "../Core"),
            +        \(package),
                 ],
                 targets: [
                     .testTarget(
                         name: "AppTests",
                         dependencies: [
                             "App",  // The app.
            +                \(tests),
                         ],
                         resources: [.copy("Data")]),
                 ]
             )
            """,
            // Without trailing commas, and with tabs.
            """
             let package = Package(
             \tname: "App",
             \tdependencies: [
            -\t\t.package(path: "../Core")  // Ours.
            +\t\t.package(path: "../Core"),  // Ours.
            +\t\t\(package)
             \t],
             \ttargets: [
            -\t\t.testTarget(name: "AppTests", dependencies: ["App"])
            +\t\t.testTarget(name: "AppTests", dependencies: ["App", \(tests)])
             \t]
             )
            """,
            // The lists are missing.
            """
             let package = Package(
               name: "App",
               platforms: [.iOS(.v17)],  // Or later.
            +  dependencies: [
            +    \(package),
            +  ],
               // The targets.
               targets: [
            -    .testTarget(name: "AppTests", path: "Checks"),
            +    .testTarget(name: "AppTests", dependencies: [\(tests)], path: "Checks"),
               ]
             )
            """,
            """
             let package = Package(
                 name: "App",
            +    dependencies: [
            +        \(package)
            +    ],
                 targets: [
                     .target(name: "App"),
                     .testTarget(
            -            name: "AppTests"
            +            name: "AppTests",
            +            dependencies: [\(tests)]
                     )
                 ]
             )
            """,
            // The lists are empty.
            """
             let package = Package(
                 name: "App",
            -    dependencies: [],
            +    dependencies: [\(package)],
                 targets: [
                     .testTarget(name: "AppTests", dependencies: [
            +            \(tests),
                         // None yet.
                     ])
                 ]
             )
            """,
            // A single line.
            """
            -let package = Package(name: "App", targets: [.testTarget(name: "AppTests")])
            +let package = Package(name: "App", dependencies: [\(package)], targets: [.testTarget(name: "AppTests", dependencies: [\(tests)])])
            """,
            // Later statements that only add, and names of other targets.
            """
             let package = Package(
                 name: "App",
            +    dependencies: [
            +        \(package)
            +    ],
            -    targets: [.target(name: "AppTestsSupport"), Target.testTarget(name: "AppTests", dependencies: [.target(name: "App")])])
            +    targets: [.target(name: "AppTestsSupport"), Target.testTarget(name: "AppTests", dependencies: [.target(name: "App"), \(tests)])])
             for target in package.targets { target.swiftSettings = [] }
             package.dependencies.append(.package(path: "../Core"))
            """,
        ], ["\n", "\r\n"])
    func codeIsAddedInTheManifestsStyle(_ diff: String, lineEnd: String) throws {
        let lines = diff.split(separator: "\n", omittingEmptySubsequences: false)
        let sides = ["+", "-"].map { other in
            "import PackageDescription\n"
                + lines.filter { !$0.hasPrefix(other) }.map { $0.dropFirst() + "\n" }.joined()
        }
        let (old, new) = (sides[0], sides[1])
        let result = try Self.edited(old.replacing("\n", with: lineEnd))
        #expect(result == new.replacing("\n", with: lineEnd))
        // The new dependency is found, and adding nothing changes nothing.
        let again = try ManifestEdit(Array(result.utf8), names: [], productPrefix: "Permafrost")
        #expect(again.declaredName == "permafrost")
        #expect(try again.text(adding: nil, []) == result)
    }

    @Test func severalProductsAreAddedTogether() throws {
        let text = try Self.edited(
            "let package = Package(name: \"App\", targets: [.target(name: \"App\", dependencies: [\"Core\"])])", nil,
            [("App", Self.library), ("App", Self.tests)])
        #expect(text.contains("dependencies: [\"Core\", \(Self.library), \(Self.tests)]"), "\(text)")
    }

    /// A manifest and the reason why it isn't edited.
    @Test(arguments: [
        ("let package = make()", ManifestEdit.Obstacle.noPackage),
        ("let a = Package(name: \"A\")\nlet b = Package(name: \"B\")", .noPackage),
        ("#if os(Linux)\nlet package = Package(name: \"A\", targets: [])\n#endif", .noPackage),
        ("let package = Package(name: \"App\", targets: [.testTarget(name: \"AppTests\")]", .syntax),
        ("<<<<<<< HEAD\nlet package = Package(name: \"App\", targets: [])", .syntax), ("", .noPackage),
        ("let package = Package(name: \"App\", targets: targets)", .computed(argument: "targets")),
        (
            "let package = Package(name: \"App\", targets: [.testTarget(name: \"AppTests\")] + more)",
            .computed(argument: "targets")
        ),
        ("let package = Package(name: \"App\", dependencies: all, targets: [])", .computed(argument: "dependencies")),
        (
            "let package = Package(name: \"App\", dependencies: [], targets: [])\npackage.dependencies = all",
            .computed(argument: "dependencies")
        ),
        ("let package = Package(name: \"App\", targets: [.target(name: \"App\")])", .noTarget("AppTests")),
        (
            "let package = Package(name: \"App\", targets: [.testTarget(name: \"AppTests\", dependencies: all)])",
            .computedTarget("AppTests")
        ),
    ])
    func aManifestThatComputesItsListsIsLeftAlone(_ manifest: String, obstacle: ManifestEdit.Obstacle) {
        #expect(throws: obstacle) { try Self.edited(manifest) }
    }

    @Test(arguments: [[0xEF, 0xBB, 0xBF, 0x61], [0x2F, 0x2F, 0xFC, 0x0A]] as [[UInt8]])
    func otherEncodingsAreLeftAlone(_ bytes: [UInt8]) {
        #expect(throws: ManifestEdit.Obstacle.encoding) {
            try ManifestEdit(bytes, names: ["permafrost"], productPrefix: "Permafrost")
        }
    }

    /// A dependency, and the name that targets use for its package.
    @Test(arguments: [
        (".package(url: \"https://example.org/Permafrost.git\", from: \"1.0.0\")", "Permafrost"),
        (".package(path: \"../permafrost\")", "permafrost"),
        (".package(name: \"permafrost\", path: \"../main\")", "permafrost"),
        (".package(url: server + \"permafrost\", branch: \"main\")", "permafrost"),
        (".product(name: \"PermafrostTesting\", package: \"main\")", "main"),
        (".package(url: \"https://example.org/frost\", from: \"1.0.0\")", nil),
        (".product(name: \"PermafrostTesting\")", nil),
    ])
    func aDeclaredDependencyIsFound(_ code: String, name: String?) throws {
        let manifest = "let all = [\(code)]\nlet package = Package(name: \"App\", dependencies: all)"
        let edit = try ManifestEdit(Array(manifest.utf8), names: ["permafrost"], productPrefix: "Permafrost")
        #expect(edit.declaredName == name)
    }
}
