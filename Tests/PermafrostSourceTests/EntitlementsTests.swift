import PermafrostModel
import Testing

@testable import PermafrostSource

/// The entitlements of the targets that run a file's code.
@Suite struct EntitlementsTests {
    private static let source = """
        import SwiftData
        @Model final class Note { var text: String = ""; init() {} }
        func open() throws -> ModelContainer { try ModelContainer(for: Note.self) }
        """

    private static func list(cloudKit: Bool, groups: [String] = []) -> String {
        let services = cloudKit ? "<string>CloudKit</string>" : ""
        return """
            <plist version="1.0"><dict>
            <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.a</string></array>
            <key>com.apple.developer.icloud-services</key><array>\(services)</array>
            <key>com.apple.security.application-groups</key>
            <array>\(groups.map { "<string>\($0)</string>" }.joined())</array>
            </dict></plist>
            """
    }

    /// Returns the entitlements of the only container.
    private static func entitlements(_ files: [String: String]) throws -> Entitlements {
        var request = SourceRequest(directory: "/project")
        request.readsCode = true
        let read = try SourceReader(request: request, files: InMemorySources(files)).read()
        return try #require(read.containers.first).entitlements
    }

    /// Returns a project whose target `App` compiles `App/App.swift`, with the given build settings of each build
    /// configuration.
    private static func project(
        _ settings: [(name: String, text: String)], of project: [(name: String, text: String)] = [],
        dependsOn others: [String] = [], _ change: (inout ProjectFileText) -> Void = { _ in }
    ) -> String {
        var file = ProjectFileText()
        file.sharedFolder("F", path: "App")
        file.target("App", folders: ["F"], dependsOn: others)
        change(&file)
        func list(_ id: String, _ settings: [(name: String, text: String)]) -> String {
            let configurations = settings.enumerated().map { index, one in
                "\(id)\(index) = {isa = XCBuildConfiguration; name = \(one.name); buildSettings = {\(one.text)}; };"
            }
            return configurations.joined(separator: "\n")
                + "\n\(id) = {isa = XCConfigurationList; buildConfigurations = "
                + "(\(settings.indices.map { "\(id)\($0)" }.joined(separator: ", "))); };"
        }
        file.add(list("CT", settings))
        file.add(list("CP", project))
        return file.text.replacing("name = \"App\";", with: "name = \"App\"; buildConfigurationList = CT;")
            .replacing("isa = PBXProject;", with: "isa = PBXProject; buildConfigurationList = CP;")
    }

    private static func files(_ project: String, _ others: [String: String] = [:]) -> [String: String] {
        others.merging(["App.xcodeproj/project.pbxproj": project, "App/App.swift": source]) { first, _ in first }
    }

    @Test func everyEntitlementsFileIsRead() throws {
        let found = try Self.entitlements([
            "App/App.swift": Self.source, "App/App.entitlements": Self.list(cloudKit: true, groups: ["group.a"]),
            "Widget/W.entitlements": Self.list(cloudKit: false, groups: ["group.a", "group.b"]),
        ])
        #expect(found.signings.map(\.file) == ["App/App.entitlements", "Widget/W.entitlements"])
        #expect(found.signings.map(\.hasCloudKit) == [true, false])
        #expect(found.signings.map(\.appGroups) == [["group.a"], ["group.a", "group.b"]])
        #expect(found.signings.allSatisfy { $0.target == nil && $0.problem == nil })
    }

    @Test(arguments: [
        "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;",
        "CODE_SIGN_ENTITLEMENTS = \"$(SRCROOT)/App/App.entitlements\";",
        "CODE_SIGN_ENTITLEMENTS = \"${TARGET_NAME}/$(NAME).entitlements\"; NAME = App;",
        "\"CODE_SIGN_ENTITLEMENTS[sdk=iphoneos*]\" = App/App.entitlements;",
    ])
    func theEntitlementsFileIsTheOneInTheTargetsSetting(_ setting: String) throws {
        let project = Self.project([("Debug", setting), ("Release", setting)])
        let found = try Self.entitlements(
            Self.files(
                project,
                ["App/App.entitlements": Self.list(cloudKit: true), "Other.entitlements": Self.list(cloudKit: false)]))
        #expect(
            found.signings == [
                .init(target: "App", file: "App/App.entitlements", hasCloudKit: true)
            ])
    }

    @Test(arguments: ["app/app.entitlements", "APP/App.Entitlements", "./App/App.entitlements"])
    func theFileIsFoundInAnotherLetterCase(_ path: String) throws {
        let project = Self.project([("Release", "CODE_SIGN_ENTITLEMENTS = \(path);")])
        let found = try Self.entitlements(Self.files(project, ["App/App.entitlements": Self.list(cloudKit: true)]))
        #expect(found.signings.map(\.file) == ["App/App.entitlements"])
        #expect(found.unknown.isEmpty && found.hasCloudKit)
    }

    @Test func theProjectsSettingIsInherited() throws {
        let setting = "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;"
        let project = Self.project([("Release", "")], of: [("Debug", ""), ("Release", setting)])
        let found = try Self.entitlements(Self.files(project, ["App/App.entitlements": Self.list(cloudKit: true)]))
        #expect(found.signings.map(\.file) == ["App/App.entitlements"])
    }

    @Test func buildConfigurationsThatDifferAreKeptApart() throws {
        let project = Self.project([
            ("Debug", "CODE_SIGN_ENTITLEMENTS = App/Debug.entitlements;"),
            ("Release", "CODE_SIGN_ENTITLEMENTS = App/Release.entitlements;"), ("Beta", ""),
        ])
        let found = try Self.entitlements(
            Self.files(
                project,
                [
                    "App/Debug.entitlements": Self.list(cloudKit: true),
                    "App/Release.entitlements": Self.list(cloudKit: false),
                ]))
        #expect(found.signings.map(\.buildConfigurations) == [["Debug"], ["Release"], ["Beta"]])
        #expect(found.signings.map(\.hasCloudKit) == [true, false, false])
        #expect(found.signings.map(\.file) == ["App/Debug.entitlements", "App/Release.entitlements", nil])
    }

    @Test func aLibraryRunsWithTheEntitlementsOfItsUsers() throws {
        let setting = "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;"
        let project = Self.project([("Release", setting)], dependsOn: ["Kit"]) { file in
            file.sharedFolder("K", path: "Kit")
            file.target("Kit", "framework", folders: ["K"])
            file.target("Other")
        }
        let found = try Self.entitlements([
            "App.xcodeproj/project.pbxproj": project, "Kit/Kit.swift": Self.source,
            "App/App.entitlements": Self.list(cloudKit: true),
        ])
        #expect(found.signings == [.init(target: "App", file: "App/App.entitlements", hasCloudKit: true)])
    }

    @Test(arguments: [
        ("not a list", "isn't a valid property list"), ("<plist><array/></plist>", "isn't a dictionary"),
        (String(repeating: "(", count: 200), "nested too deeply"), ("", "isn't a valid property list"),
    ])
    func aFileThatIsNotAPropertyListIsUnknown(_ text: String, _ reason: String) throws {
        let found = try Self.entitlements(["App.swift": Self.source, "App.entitlements": text])
        #expect(found.unknown.count == 1 && !found.hasCloudKit)
        #expect(found.unknown.first?.problem?.contains(reason) == true, "\(found)")
    }

    @Test(arguments: [
        ("CODE_SIGN_ENTITLEMENTS = ../../Secret.entitlements;", "outside of the project"),
        ("CODE_SIGN_ENTITLEMENTS = \"$(UNKNOWN)/App.entitlements\";", "specify $(UNKNOWN)/App.entitlements"),
        ("CODE_SIGN_ENTITLEMENTS = \"$(A)\"; A = \"$(B)\"; B = \"$(A)\";", "specify $(A)"),
        ("CODE_SIGN_ENTITLEMENTS = App/Missing.entitlements;", "doesn't exist"),
    ])
    func aSettingThatCannotBeEvaluatedIsUnknown(_ setting: String, _ reason: String) throws {
        let found = try Self.entitlements(Self.files(Self.project([("Release", setting)])))
        #expect(found.unknown.first?.problem?.contains(reason) == true, "\(found)")
    }

    /// A variable names a file of the project. If none of them has CloudKit, the target doesn't either.
    @Test(arguments: [
        ("CODE_SIGN_ENTITLEMENTS = \"$(FROM_FILE)\"; baseConfigurationReferenceRelativePath = A.xcconfig;", true, true),
        ("CODE_SIGN_ENTITLEMENTS = \"$(FROM_FILE)\";", false, false),
        ("CODE_SIGN_ENTITLEMENTS = ../../Secret.entitlements;", false, true),
    ])
    func aVariableNamesAFileOfTheProject(_ setting: String, _ hasCloudKit: Bool, _ isUnknown: Bool) throws {
        let found = try Self.entitlements(
            Self.files(
                Self.project([("Release", setting)]),
                ["App/A.entitlements": Self.list(cloudKit: hasCloudKit), "B.entitlements": Self.list(cloudKit: false)]))
        #expect(found.unknown.count == 1 && (found.unknownCloudKit != nil) == isUnknown, "\(found)")
    }
}
