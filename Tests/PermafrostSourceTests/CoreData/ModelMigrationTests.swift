import PermafrostModel
import Testing

@testable import PermafrostSource

/// The code that migrates the stores of Core Data models, in Swift and Objective-C.
@Suite struct ModelMigrationTests {
    private static let bundle = "App/Library.xcdatamodeld"

    /// Returns a project with a model of two versions, and the given files.
    private static func read(_ files: [String: String]) throws -> ProjectDeclarations {
        let model =
            "<model>\n<entity name=\"Book\">\n<attribute name=\"a\" attributeType=\"String\"/>\n</entity></model>"
        var all = files
        all["\(bundle)/Library.xcdatamodel/contents"] = model
        all["\(bundle)/Library 2.xcdatamodel/contents"] = model.replacing("\"a\"", with: "\"b\"")
        all["\(bundle)/.xccurrentversion"] =
            "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>Library 2.xcdatamodel</string></dict></plist>"
        return try SourceReader(
            request: SourceRequest(directory: "/"), files: InMemorySources(all), searchesCode: true
        ).read()
    }

    private static func migration(_ files: [String: String]) throws -> String {
        switch try #require(try read(files).plans.first { $0.name == "Library" }).migration {
        case .direct: "direct"
        case .stepwise(let place): "stepwise \(place.file):\(place.line)"
        case .unknown(let place): "unknown \(place.file):\(place.line)"
        case nil: "none"
        }
    }

    private static let run =
        "try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: next, type: .sqlite)"
    private static let off = "description.shouldMigrateStoreAutomatically = false"
    private static let container = "let container = NSPersistentContainer(name: \"Library\")"

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [String: String]
        let expected: String

        init(_ testDescription: String, _ expected: String, _ files: [String: String]) {
            (self.testDescription, self.expected, self.files) = (testDescription, expected, files)
        }
    }

    private static let objectiveC = """
        @implementation Migrator
        - (BOOL)migrateURL:(NSURL *)url toModel:(NSManagedObjectModel *)model error:(NSError **)error {
            NSMigrationManager *manager = [[NSMigrationManager alloc] initWithSourceModel:a destinationModel:b];
            if (![manager migrateStoreFromURL:url type:type options:nil withMappingModel:mapping toDestinationURL:next destinationType:type destinationOptions:nil error:error]) {
                return NO;
            }
            return [self migrateURL:url toModel:model error:error];
        }
        - (void)open {
            NSDictionary *options = @{NSMigratePersistentStoresAutomaticallyOption: @NO};
            [coordinator addPersistentStoreWithType:NSSQLiteStoreType configuration:nil URL:url options:options error:nil];
        }
        @end
        """

    @Test(arguments: [
        Row("no code", "direct", [:]),
        Row("a container", "direct", ["App/Stack.swift": container]),
        Row(
            "automatic migration", "direct",
            ["App/Stack.swift": "\(container)\n\(off.replacing("false", with: "true"))"]),
        Row(
            "a loop without automatic migration", "stepwise App/Stack.swift:5",
            ["App/Stack.swift": "\(container)\nfunc migrate() throws {\n\(off)\nfor step in steps {\n\(run)\n}\n}"]),
        Row(
            "a loop around another function", "stepwise App/Stack.swift:3",
            [
                "App/Stack.swift":
                    "\(off)\nfunc step() throws {\n\(run)\n}\nfunc all() throws {\nwhile isOld {\ntry step()\n}\n}"
            ]),
        Row("a recursive method in Objective-C", "stepwise App/Migrator.m:4", ["App/Migrator.m": objectiveC]),
        Row(
            "a single migration in Objective-C", "unknown App/Migrator.m:4",
            ["App/Migrator.m": objectiveC.replacing("[self migrateURL:url toModel:model error:error]", with: "YES")]),
        Row(
            "a description of Sworm", "stepwise App/Stack.swift:1",
            ["App/Stack.swift": "let store = SQLiteStoreDescription(name: \"Library\", url: url)"]),
        Row(
            "a single migration", "unknown App/Stack.swift:3",
            ["App/Stack.swift": "\(off)\nfunc migrate() throws {\n\(run)\n}\nfor one in all { print(one) }"]),
        Row(
            "a function that calls the same method of another object", "unknown App/Stack.swift:3",
            ["App/Stack.swift": "\(off)\nfunc migrate() throws {\n\(run)\n}\nfunc open() { migrator.open() }"]),
        Row(
            "a loop and automatic migration", "unknown App/Stack.swift:3",
            ["App/Stack.swift": "\(container)\nwhile isOld {\n\(run)\n}"]),
        Row("no automatic migration", "unknown App/Stack.swift:2", ["App/Stack.swift": "\(container)\n\(off)"]),
        Row(
            "a coordinator without options", "unknown App/Stack.swift:1",
            [
                "App/Stack.swift":
                    "try NSPersistentStoreCoordinator().addPersistentStore(ofType: type, at: url, options: nil)"
            ]),
        Row(
            "a coordinator with the option", "direct",
            [
                "App/Stack.swift":
                    "let c = NSPersistentStoreCoordinator()\ntry c.addPersistentStore(ofType: type, at: url, "
                    + "options: [NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true)])"
            ]),
        Row(
            "an option with a key", "unknown App/Stack.swift:1",
            ["App/Stack.swift": "d.setOption(false as NSNumber, forKey: NSMigratePersistentStoresAutomaticallyOption)"]),
        Row(
            "a comment", "direct",
            ["App/Stack.swift": "\(container)\n// \(off)\n/* \(run) */\nlet a = \"\"\"\n\(off)\n\"\"\""]),
        Row(
            "a parameter of a policy", "direct",
            ["App/P.swift": "class P: NSEntityMigrationPolicy { func begin(manager: NSMigrationManager) {} }"]),
        Row("tests", "direct", ["AppTests/T.swift": off, "AppTests/T.m": objectiveC]),
        Row(
            "another model's code", "direct",
            [
                "Other/Other.xcdatamodeld/Other.xcdatamodel/contents": "<model/>",
                "Other/Stack.swift": "let c = NSPersistentContainer(name: \"Other\")\n\(off)",
            ]),
    ])
    func codeThatMigratesStoresIsFound(_ row: Row) throws {
        #expect(try Self.migration(row.files) == row.expected)
    }

    private static func mapping(_ policy: String) -> String {
        """
        <database>
            <object type="XDDEVMAPPINGMODEL" id="z102">
                <attribute name="sourcemodelpath" type="string">\(bundle)/Library.xcdatamodel</attribute>
                <attribute name="destinationmodelpath" type="string">\(bundle)/Library 2.xcdatamodel</attribute>
            </object>
            <object type="XDDEVENTITYMAPPING" id="z103">
                <attribute name="migrationpolicyclassname" type="string">\(policy)</attribute>
            </object>
        </database>
        """
    }

    @Test(
        arguments: [
            ("Policy", ["App/P.swift": "@objc(Policy) final class Policy: NSEntityMigrationPolicy {}"], nil),
            ("App.Policy", ["App/P.swift": "@objc(Policy) final class Policy: NSEntityMigrationPolicy {}"], "Policy"),
            ("App.Policy", ["App/P.swift": "@objc class Policy: Base {}"], nil),
            ("Policy", ["App/P.swift": "class Policy: Base {}"], "Module.Policy, with the name of its module"),
            ("Kit.Policy", ["Sources/Kit/P.swift": "class Policy: Base {}", "Package.swift": manifest], nil),
            ("Old.Policy", ["Sources/Kit/P.swift": "class Policy: Base {}", "Package.swift": manifest], "Kit.Policy"),
            ("Policy", ["App/P.m": "@implementation Policy\n@end"], nil),
            ("App.Policy", ["App/P.m": "@implementation Policy\n@end"], "Policy"),
            ("Policy", ["App/P.swift": "class PolicyTwo: Base {}"], "nil"),
            ("_TtC3App6Policy", [:], nil),
        ] as [(String, [String: String], String?)])
    func aPolicyHasTheNameOfItsClass(_ name: String, _ files: [String: String], _ declared: String?) throws {
        var all = files
        all["App/Library.xcmappingmodel/xcmapping.xml"] = Self.mapping(name)
        let found = try Self.read(all).issues.compactMap { issue in
            if case .modelFile(.missingPolicy(let name, let declared)) = issue.problem {
                "\(name) \(declared ?? "nil") \(issue.location.line)"
            } else {
                nil
            }
        }
        #expect(found == (declared.map { ["\(name) \($0) 7"] } ?? []))
    }

    private static let manifest =
        "// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])"
}
