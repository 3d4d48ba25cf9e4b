import PermafrostModel
import PermafrostSource
import Testing

/// `#if` in any place. Every platform is evaluated, and differences are reported.
@Suite struct PlatformTests {
    private func schema(_ body: String, outside: String = "") throws -> DeclaredVersion {
        let project = try read([
            "V.swift":
                "enum V1: VersionedSchema {\n static let versionIdentifier = Schema.Version(1, 0, 0)\n\(body)\n}\n\(outside)"
        ])
        return try #require(project.schemas.first)
    }

    private static let classes = "@Model class A { var x = 1 }\n@Model class B {}"

    @Test(arguments: [
        (
            "static var models: [any PersistentModel.Type] {\n var m: [any PersistentModel.Type] = [A.self]\n #if os(iOS)\n m.append(B.self)\n #endif\n return m }",
            "A B", "!(os(iOS))", "A", 5
        ),
        (
            "static var models: [any PersistentModel.Type] {\n #if os(iOS)\n [A.self, B.self]\n #else\n [A.self]\n #endif\n }",
            "A B", "!(os(iOS))", "A", 4
        ),
        (
            "#if os(macOS) || targetEnvironment(macCatalyst)\n static let models: [any PersistentModel.Type] = [B.self]\n #else\n static let models: [any PersistentModel.Type] = [A.self]\n #endif",
            "A", "os(macOS) || targetEnvironment(macCatalyst)", "B", 3
        ),
        (
            "static var models: [any PersistentModel.Type] {\n #if !os(watchOS)\n return [A.self]\n #else\n return [B.self]\n #endif\n }",
            "A", "!(!os(watchOS))", "B", 4
        ),
        (
            "static var models: [any PersistentModel.Type] {\n #if DEBUG\n return [A.self, B.self]\n #endif\n return [A.self]\n }",
            "A", "DEBUG", "A B", 4
        ),
        (
            "static var models: [any PersistentModel.Type] {\n #if canImport(AppKit)\n return [A.self, B.self]\n #elseif canImport(Glibc)\n return []\n #else\n return [A.self]\n #endif\n }",
            "A", "canImport(AppKit)", "A B", 4
        ),
    ])
    func lists(_ body: String, _ base: String, _ condition: String, _ other: String, _ line: Int) throws {
        let schema = try schema(body, outside: Self.classes)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.model?.known?.entities.map(\.name).joined(separator: " ") == base)
        #expect(schema.variants.map(\.condition) == [condition])
        #expect(schema.variants.first?.content?.known?.entities.map(\.name).joined(separator: " ") == other)
        #expect(schema.variants.first?.location?.line == line)
    }

    @Test func membersTypesAndDeclarations() throws {
        let body = "static let models: [any PersistentModel.Type] = [A.self]"
        let member = try schema(body, outside: "@Model class A { var x = 1\n#if os(macOS)\nvar path: String\n#endif\n}")
        #expect(member.variants.map(\.condition) == ["os(macOS)"])
        #expect(member.model?.known?.entity(named: "A")?.properties.count == 1)
        #expect(member.variants.first?.content?.known?.entity(named: "A")?.properties.count == 2)

        let type = try schema(
            body,
            outside:
                "@Model class A { var x: Size }\n#if os(tvOS)\nstruct Size: Codable { var w: Int }\n#else\nstruct Size: Codable { var h: Int }\n#endif"
        )
        #expect(type.variants.map(\.condition) == ["os(tvOS)"])

        let declaration = try schema(
            body, outside: "#if os(visionOS)\n@Model class A { var v = 1 }\n#else\n@Model class A { var x = 1 }\n#endif"
        )
        #expect(declaration.variants.map(\.condition) == ["os(visionOS)"])
        #expect(declaration.model?.known?.entity(named: "A")?.properties.map(\.name) == ["x"])
    }

    @Test func conditionsThatHoldOnEveryPlatformAreNotVariants() throws {
        let schema = try schema(
            "#if canImport(SwiftUI) && swift(>=5.9)\nstatic let models: [any PersistentModel.Type] = [A.self]\n#endif",
            outside:
                "#if os(iOS)\nlet unrelated = 1\n#endif\n@Model class A { #if os(macOS)\nvar computed: Int { 1 }\n#endif\nvar x = 1 }"
        )
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.variants.isEmpty)
    }

    @Test func aSchemaOfOnePlatform() throws {
        let project = try read([
            "V.swift":
                "#if os(macOS)\nenum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [A.self] }\n@Model class A {}\n#endif"
        ])
        #expect(project.schemas.first?.model?.known?.entities.count == 1)
        #expect(project.schemas.first?.variants.isEmpty == true)
    }

    private static let loading =
        "static var models: [any PersistentModel.Type] {\n#if os(macOS)\nreturn load()\n#else\nreturn [A.self]\n#endif\n}"

    @Test func aBranchOfAnUnknownPlatformThatCannotBeEvaluatedIsAWarning() throws {
        let schema = try schema(Self.loading, outside: Self.classes)
        #expect(schema.model != nil && schema.variants.isEmpty)
        #expect(schema.issues.map(\.severity) == [.warning])
        #expect(schema.issues.first?.problem == .unevaluatedPlatforms(version: "V1", platforms: ["macOS"]))
        #expect(schema.issues.first?.location.line == 5)
    }

    // MARK: The platforms of a target

    private static let iOSOnly =
        "#if os(iOS)\nstatic var models: [any PersistentModel.Type] { [A.self, B.self] }\n#endif"

    /// Returns the version of a package or an app that is built for certain platforms.
    private func built(_ body: String, manifest: String? = nil, settings: [String] = []) throws -> DeclaredVersion {
        var files = [
            "Sources/App/V.swift":
                "enum V1: VersionedSchema {\n static let versionIdentifier = Schema.Version(1, 0, 0)\n\(body)\n}\n\(Self.classes)"
        ]
        if let manifest {
            files["Package.swift"] =
                "import PackageDescription\nlet package = Package(name: \"App\", platforms: \(manifest), targets: [.target(name: \"App\")])"
        }
        for (number, setting) in settings.enumerated() {
            var file = ProjectFileText()
            file.add(
                "F = {isa = PBXFileReference; path = Sources/App/V.swift; sourceTree = SOURCE_ROOT; };\n"
                    + "L = {isa = XCConfigurationList; buildConfigurations = (C); };\n"
                    + "C = {isa = XCBuildConfiguration; name = Debug; buildSettings = {\(setting)}; };")
            file.target("App\(number)", sources: ["F"], settings: "L")
            files["App\(number).xcodeproj/project.pbxproj"] = file.text
        }
        let project = try read(files)
        #expect(project.issues.isEmpty, "\(project.issues)")
        return try #require(project.schemas.first)
    }

    private func names(_ model: ModelContent?) -> [String] { model?.known?.entities.map(\.name) ?? [] }

    @Test(
        arguments: [
            (nil, "SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 17.0;"),
            (nil, "SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator\"; SDKROOT = auto;"),
            ("[.iOS(.v17)]", nil), ("[.iOS(\"17.4\")]", nil),
        ] as [(String?, String?)])
    func modelsOnTheOnlyPlatform(_ manifest: String?, _ settings: String?) throws {
        let schema = try built(Self.iOSOnly, manifest: manifest, settings: settings.map { [$0] } ?? [])
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(names(schema.model) == ["A", "B"] && schema.variants.isEmpty)
    }

    /// A library may support more platforms than the apps that contain it.
    @Test func aLibraryOfAnAppForOnePlatform() throws {
        var file = ProjectFileText()
        file.add(
            "F = {isa = PBXFileReference; path = App/Main.swift; sourceTree = SOURCE_ROOT; };\n"
                + "L = {isa = XCConfigurationList; buildConfigurations = (C); };\n"
                + "C = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SDKROOT = iphoneos; }; };")
        file.target("App", sources: ["F"], settings: "L")
        let project = try read([
            "App.xcodeproj/project.pbxproj": file.text, "App/Main.swift": "import Kit",
            "Kit/Package.swift":
                "import PackageDescription\nlet package = Package(name: \"Kit\", platforms: [.iOS(.v17), .macOS(.v14)], targets: [.target(name: \"Kit\")])",
            "Kit/Sources/Kit/V.swift":
                "enum V1: VersionedSchema {\n static let versionIdentifier = Schema.Version(1, 0, 0)\n\(Self.iOSOnly)\n}\n\(Self.classes)",
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(names(schema.model) == ["A", "B"])
    }

    @Test func modelsMissingOnAPlatformOfTheTarget() throws {
        let schema = try built(Self.iOSOnly, manifest: "[.iOS(.v17), .macOS(.v14)]")
        #expect(names(schema.model) == ["A", "B"])
        #expect(schema.issues.map(\.severity) == [.error])
    }

    @Test(
        arguments: [
            ("SDKROOT = auto;", ["!(os(iOS))"]), ("SUPPORTED_PLATFORMS = \"$(OTHER)\";", ["!(os(iOS))"]),
            ("SUPPORTED_PLATFORMS = \"iphoneos macosx\";", ["!(os(iOS))"]), ("SDKROOT = iphoneos;", []),
            ("SDKROOT = macosx;", []),
        ] as [(String, [String])])
    func branchesOfOtherPlatforms(_ settings: String, _ conditions: [String]) throws {
        let body = "static var models: [any PersistentModel.Type] {\n#if os(iOS)\n[A.self]\n#else\n[B.self]\n#endif\n}"
        let schema = try built(body, settings: [settings])
        #expect(schema.variants.map(\.condition) == conditions)
        #expect(names(schema.model) == [settings.contains("SDKROOT = macosx") ? "B" : "A"])
    }

    @Test func targetsOfDifferentPlatformsThatShareAFile() throws {
        let body = "static var models: [any PersistentModel.Type] {\n#if os(iOS)\n[A.self]\n#else\n[B.self]\n#endif\n}"
        let schema = try built(body, settings: ["SDKROOT = macosx;", "SDKROOT = iphoneos;"])
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(names(schema.model) == ["A"])
        #expect(schema.variants.map(\.platforms) == [["macOS"]])
        #expect(names(schema.variants.first?.content) == ["B"])
    }

    @Test(arguments: [
        ("IPHONEOS_DEPLOYMENT_TARGET = 18.0;", 0), ("IPHONEOS_DEPLOYMENT_TARGET = 17.4;", 1),
        ("IPHONEOS_DEPLOYMENT_TARGET = \"$(MINIMUM)\";", 1), ("", 1),
    ])
    func systemsThatTheAppDoesNotRunOn(_ minimum: String, _ warnings: Int) throws {
        let body =
            "static var models: [any PersistentModel.Type] {\nif #available(iOS 18, *) { return [A.self, B.self] }\nreturn [A.self]\n}"
        let schema = try built(body, settings: ["SDKROOT = iphoneos; \(minimum)"])
        #expect(names(schema.model) == ["A", "B"])
        #expect(schema.issues.count == warnings, "\(schema.issues)")
    }
}
