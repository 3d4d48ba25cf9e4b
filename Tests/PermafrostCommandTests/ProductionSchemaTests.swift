import Foundation
import PermafrostTestSupport
import Testing

/// `check --cloudkit-schema` compares the models that sync with an exported schema.
@Suite struct ProductionSchemaTests {
    private static let file = "Sources/App/App.swift"

    private static func source(_ configurations: String) -> String {
        """
        import Foundation
        import SwiftData

        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self, Draft.self] }

            @Model final class Trip {
                var days: Int = 0
                var name: String?
                init() {}
            }

            @Model final class Draft {
                var text: Date?
                init() {}
            }
        }

        enum AppPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [AppV1.self] }
            static var stages: [MigrationStage] { [] }
        }

        func open() throws -> ModelContainer {
            try ModelContainer(for: AppV1.Trip.self, AppV1.Draft.self, migrationPlan: AppPlan.self\(configurations))
        }

        """
    }

    private static let synced = ", configurations: ModelConfiguration(cloudKitDatabase: .private(\"iCloud.a\"))"
    private static let separate = """
        , configurations: ModelConfiguration("Trips", schema: Schema([AppV1.Trip.self]), cloudKitDatabase: \
        .private("iCloud.a")), ModelConfiguration("Drafts", schema: Schema([AppV1.Draft.self]), cloudKitDatabase: .none)
        """

    private static let receipt = "CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET"
    private static let trip = """
            RECORD TYPE CD_Trip (
                CD_days INT64 QUERYABLE SORTABLE,
                CD_entityName STRING,
                CD_name STRING, CD_name_ckAsset ASSET,
                \(receipt),
                GRANT READ TO "_world"
            );

        """
    private static let draft = "    RECORD TYPE CD_Draft (CD_entityName STRING, CD_text TIMESTAMP, \(receipt));\n"
    private static let complete = "DEFINE SCHEMA\n\n\(trip)\(draft)"

    /// Creates a project with a frozen version and an exported schema.
    private static func project(_ schema: String = complete, _ configurations: String = synced) throws -> ScratchFolder
    {
        let folder = try ScratchFolder()
        try folder.write(source(configurations), to: file)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.write(schema, to: "App.ckdb")
        return folder
    }

    private static func check(_ folder: ScratchFolder, _ options: String...) throws -> CommandResult {
        try Tool.run(["check", "--cloudkit-schema", "App.ckdb"] + options, in: folder.url, cache: folder)
    }

    /// Returns the codes of the findings.
    private static func codes(_ folder: ScratchFolder, _ options: [String] = []) throws -> [String] {
        let result = try Tool.run(
            ["check", "--cloudkit-schema", "App.ckdb", "--format", "json"] + options, in: folder.url, cache: folder)
        return try Report(result).findings.compactMap { $0["code"] as? String }
    }

    // MARK: Schemas

    private static let schemas: [(about: String, schema: String, codes: [String], status: Int32)] = [
        ("everything", complete, [], 0),
        ("Windows line breaks", complete.replacing("\n", with: "\r\n"), [], 0),
        ("a byte order mark", "\u{FEFF}" + complete, [], 0),
        ("none of the record types", "DEFINE SCHEMA RECORD TYPE Users (roles LIST<INT64>);", ["PF0130"], 1),
        ("a missing record type", "DEFINE SCHEMA\n\(trip)", ["PF0130"], 1),
        ("a missing field", complete.replacing("CD_text TIMESTAMP, ", with: ""), ["PF0130"], 1),
        ("another type", complete.replacing("CD_text TIMESTAMP", with: "CD_text STRING"), ["PF0131"], 1),
        ("more record types", complete + "RECORD TYPE CD_Old (CD_a STRING);", ["PF0132"], 0),
        ("more fields", complete.replacing("CD_text", with: "CD_old BYTES, CD_text"), ["PF0132"], 0),
        ("a missing asset field", complete.replacing("CD_name_ckAsset ASSET,", with: ""), ["PF0133"], 0),
        (
            "no fields for sharing", complete.replacing(", \(receipt));", with: ");"), ["PF0134"], 0
        ),
        ("cut off", String(complete.dropLast(20)), ["PF0135"], 2),
        ("a record type twice", complete + draft, ["PF0135"], 2),
        ("an empty file", "", ["PF0135"], 2), ("binary data", "\u{0}\u{1}", ["PF0135"], 2),
    ]

    @Test(arguments: schemas)
    func schemasAreCompared(_ about: String, _ schema: String, _ codes: [String], _ status: Int32) throws {
        let folder = try Self.project(schema)
        #expect(try Self.codes(folder) == codes, "\(about)")
        let result = try Self.check(folder)
        #expect(result.status == status, "\(about): \(result)")
        #expect(result.output.contains("--environment production --output-file App.ckdb"), "\(result)")
    }

    /// An attribute with external storage has its values in the asset field, so a missing plain field is a warning.
    @Test func aMissingFieldWithAnAssetFieldIsNotCalledAnAssetField() throws {
        let folder = try ScratchFolder()
        let photo = "var text: Date?\n        @Attribute(.externalStorage) var photo: Data?"
        try folder.write(Self.source(Self.synced).replacing("var text: Date?", with: photo), to: Self.file)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.write(
            Self.complete.replacing("CD_text TIMESTAMP", with: "CD_photo_ckAsset ASSET, CD_text TIMESTAMP").replacing(
                "CD_name_ckAsset ASSET,", with: ""), to: "App.ckdb")
        #expect(try Self.codes(folder) == ["PF0133", "PF0133"])
        let result = try Self.check(folder)
        #expect(result.status == 0, "\(result)")
        for words in [
            "lacks a field for small values in CD_Draft: CD_photo",
            "lacks an asset field for large values in CD_Trip: CD_name_ckAsset",
        ] { #expect(result.output.contains(words), "\(result)") }
    }

    @Test func withoutTheOptionNothingIsCompared() throws {
        let folder = try Self.project("")
        let result = try Tool.run("check", in: folder)
        #expect(result.status == 0 && !result.output.contains("App.ckdb"), "\(result)")
    }

    @Test func theFileMustExist() throws {
        let folder = try Self.project()
        for path in ["Other.ckdb", "Sources", "Link.ckdb"] {
            if path == "Link.ckdb" {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(path), withDestinationPath: folder.path("App.ckdb"))
            }
            let result = try Tool.run("check", "--cloudkit-schema", path, in: folder)
            #expect(result.status == 2, "\(path): \(result)")
            #expect(result.errors.contains("invalid --cloudkit-schema \"\(path)\""), "\(result)")
        }
        let explain = try Tool.run("check", "--verbose", in: folder)
        #expect(explain.status == 2 && explain.errors.contains("--cloudkit-schema"), "\(explain)")
    }

    @Test func aHugeFileIsNotRead() throws {
        let folder = try Self.project(String(repeating: " ", count: 5 << 20))
        let result = try Self.check(folder)
        #expect(result.status == 2 && result.errors.contains("too large"), "\(result)")
    }

    // MARK: Stores

    private static let stores: [(about: String, configurations: String, codes: [String], words: String)] = [
        ("all models", synced, ["PF0130"], "2 record types and 10 fields of AppPlan 1.0.0"),
        ("the models of a configuration", separate, [], "1 record type and 6 fields of AppPlan 1.0.0"),
        ("an assumed store", "", ["PF0130"], "check assumes that every store syncs"),
        (
            "a local store", ", configurations: ModelConfiguration(cloudKitDatabase: .none)", ["PF0135"],
            "No store of the project syncs"
        ),
    ]

    @Test(arguments: stores)
    func onlySyncedModelsAreCompared(
        _ about: String, _ configurations: String, _ codes: [String], _ words: String
    ) throws {
        let folder = try Self.project("DEFINE SCHEMA\n\(Self.trip)", configurations)
        #expect(try Self.codes(folder) == codes, "\(about)")
        let result = try Self.check(folder)
        #expect(result.output.contains(words), "\(about): \(result)")
    }

    private static let other = """
        import SwiftData

        enum OtherV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Extra.self] }

            @Model final class Extra {
                var size: Int = 0
                init() {}
            }
        }

        enum OtherPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [OtherV1.self] }
            static var stages: [MigrationStage] { [] }
        }

        func openOther() throws -> ModelContainer {
            try ModelContainer(
                for: OtherV1.Extra.self, migrationPlan: OtherPlan.self,
                configurations: ModelConfiguration("Other", cloudKitDatabase: settings.database()))
        }

        """
    private static let entitlements = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.a</string></array>
        <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
        </dict></plist>
        """

    /// The record types of a store that may sync aren't surplus.
    @Test func aStoreThatMaySyncIsSkipped() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.source(Self.synced), to: Self.file)
        try folder.write(Self.other, to: "Sources/App/Other.swift")
        try folder.write(Self.entitlements, to: "App.entitlements")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.write(Self.complete + "RECORD TYPE CD_Extra (CD_size INT64);", to: "App.ckdb")
        let result = try Self.check(folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("OtherPlan wasn't compared with CloudKit's schema: "), "\(result)")
        #expect(try Self.codes(folder) == [])
        // Without the configuration of the other store, its record type is surplus.
        try folder.edit("Sources/App/Other.swift", "settings.database()", ".none")
        #expect(try Self.codes(folder) == ["PF0132"])
    }

    /// Another plan's store may sync, so the message is only about the selected models.
    @Test func aSelectedPlanWithoutSyncIsNotTheProject() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.source(", configurations: ModelConfiguration(cloudKitDatabase: .none)"), to: Self.file)
        try folder.write(
            Self.other.replacing("settings.database()", with: ".private(\"iCloud.a\")"), to: "Sources/App/Other.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.write(Self.complete, to: "App.ckdb")
        let result = try Self.check(folder, "--plan", "AppPlan")
        #expect(result.status == 2, "\(result)")
        #expect(result.output.contains("No store of the selected models syncs with CloudKit"), "\(result)")
    }

    /// The newest version decides, and an older one's fields stay in the container.
    @Test func theNewestVersionIsCompared() throws {
        let folder = try Self.project()
        let second = Self.source(Self.synced).replacing("AppV1", with: "AppV2").replacing(
            "(1, 0, 0)", with: "(2, 0, 0)"
        )
        .replacing("var text: Date?", with: "var text: Date?\n        var size: Int?")
        let plan = try #require(second.range(of: "enum AppPlan"))
        try folder.edit(
            Self.file, "enum AppPlan",
            String(second[..<plan.lowerBound].trimmingPrefix("import Foundation\nimport SwiftData\n")) + "enum AppPlan")
        try folder.edit(Self.file, "[AppV1.self] }", "[AppV1.self, AppV2.self] }")
        try folder.edit(
            Self.file, "stages: [MigrationStage] { [] }",
            "stages: [MigrationStage] { [.lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)] }")
        let result = try Self.check(folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("has no field CD_size in CD_Draft, which Draft.size needs"), "\(result)")
        let words = "with the newest models: 2 record types and 11 fields of AppPlan 2.0.0"
        #expect(result.output.contains(words), "\(result)")
    }

    // MARK: Explanations

    @Test func unknownFieldsAreOnlyExplained() throws {
        let folder = try Self.project()
        try folder.edit(Self.file, "var text: Date?", "var text: Date?\n        var id: UUID?")
        #expect(try Tool.run("freeze", "1.0.0", "--force", in: folder).status == 0)
        try folder.edit("App.ckdb", "CD_text TIMESTAMP", "CD_id STRING, CD_text TIMESTAMP")
        let result = try Self.check(folder, "--verbose")
        #expect(result.status == 0, "\(result)")
        let line = try #require(result.output.split(separator: "\n").first { $0.contains("CD_id_ckAsset") })
        #expect(line.contains("unknown: Apple lists assets only for"), "\(line)")
        #expect(try Self.codes(folder) == [])
    }
}
