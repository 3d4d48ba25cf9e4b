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
            "A", "os(iOS)", "A B", 5
        ),
        (
            "static var models: [any PersistentModel.Type] {\n #if os(iOS)\n [A.self, B.self]\n #else\n [A.self]\n #endif\n }",
            "A", "os(iOS)", "A B", 4
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

    @Test func whatHoldsEverywhereIsNoVariant() throws {
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

    @Test func aBranchThatCannotBeEvaluatedIsAnError() throws {
        let schema = try schema(
            "static var models: [any PersistentModel.Type] {\n#if os(macOS)\nreturn load()\n#else\nreturn [A.self]\n#endif\n}",
            outside: Self.classes)
        #expect(schema.model != nil)
        #expect(schema.variants.map { $0.content == nil } == [true])
        #expect(schema.issues.map(\.severity) == [.error])
        #expect(schema.issues.first?.location.line == 5)
    }
}
