import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import Testing

/// Every rule about version hashes that Apple doesn't document is proven by a recorded hash, or versions that depend on
/// it say so.
@Suite struct HashRuleTests {
    // MARK: Proven rules

    /// The rules that the recorded hashes of models and of declarations prove.
    private static func provenRules() throws -> Set<HashRule> {
        struct Vector: Decodable { let proves: [HashRule]? }
        let file = Places.root.appending(path: "Tests/PermafrostModelTests/VersionHashes.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        return Set(vectors.flatMap { $0.proves ?? [] } + RecordedHashTests.rows.flatMap(\.proves))
    }

    @Test(arguments: HashRule.allCases)
    func everyRuleIsProvenOrAssumed(_ rule: HashRule) throws {
        let isProven = try Self.provenRules().contains(rule)
        #expect(isProven == (rule.shape == nil), "a rule is assumed until a recorded hash proves it")
    }

    // MARK: Assumed rules

    /// A declaration that depends on a rule, or nil if the rule is proven.
    private static func declaration(_ rule: HashRule) -> Declaration? {
        switch rule {
        case .ownInverse, .inverseOfTheSameName, .structArray, .integerDictionary: nil
        case .url: .swift("var value: URL")
        case .int8: .swift("var value: Int8")
        case .uint: .swift("var value: UInt?")
        case .array: .swift("var value: [Plain]?")
        case .set: .swift("var value: Set<String>")
        case .dictionary: .swift("var value: [Int: String]")
        case .insideStruct: .swift("var value: Holder", "struct Holder: Codable { var parts: Set<Int> }")
        case .frameworkStruct: .swift("var value: CLLocationCoordinate2D")
        case .memberWithoutKey:
            .swift(
                "var value: Holder",
                "struct Holder: Codable { var a: Int; var b = 0; enum CodingKeys: String, CodingKey { case a } }")
        case .unreadKeys:
            .swift("var value: Holder", "struct Holder: Codable { var a: Int; typealias CodingKeys = Elsewhere }")
        case .elementsOfTheSameName:
            .swift("var value: Holder", "struct Holder: Codable { var name: String; var plain: Plain }")
        case .rawValueEnum: .swift("var value: Size", "enum Size: Int16, Codable { case small }")
        case .otherRawValueEnum:
            .swift(
                "var value: Size",
                "enum Size: RawRepresentable, Codable { case a; init?(rawValue: Plain) { nil }; var rawValue: Plain { Plain() } }"
            )
        case .associatedValues: .swift("var value: Size", "enum Size: Codable { case exact(Int), none }")
        case .rawRepresentableStruct: .swift("var value: Bits", "struct Bits: OptionSet, Codable { let rawValue: Int }")
        case .codable: .swift("@Attribute(.codable) var value: Plain")
        case .typeOutOfReach: .swift("var value: Elsewhere")
        case .hashModifier: .swift("@Attribute(hashModifier: \"a\") var value: Int")
        case .preservedOnDeletion: .swift("@Attribute(.preserveValueOnDeletion) var value: Int")
        case .inheritance: .swift("var value: Int", "@Model class Child: Item { var other = 0 }")
        case .severalConstraints: .swift("@Attribute(.unique) var value: Int; @Attribute(.unique) var other: Int")
        case .nameOutsideASCII: .swift("var größe: Int")
        case .relationshipCounts: .swift("@Relationship(maximumModelCount: 3) var value: [Other]")
        case .relationshipOnValue: .swift("@Relationship var value: Int")
        case .ownEntity: .swift("var value: Item?; var others: [Item]")
        case .olderInverse: .swift("@Relationship var value: Half?", "@Model class Half { var items: [Item] = [] }")
        case .severalCandidates:
            .swift(
                "@Relationship var first: Half?; var second: Half?", "@Model class Half { var items: [Item] = [] }")
        case .namesake: .swift("var value: Twin.Other?", "enum Twin { @Model class Other { var a = 0 } }")
        case .inverseInHierarchy:
            .model(
                """
                <entity name="A"><relationship name="near" toMany="YES" destinationEntity="A" inverseName="near" \
                inverseEntity="A"/></entity><entity name="B" parentEntity="A"/>
                """)
        case .derived:
            .model(
                """
                <entity name="A"><attribute name="a" attributeType="String"/><attribute name="b" derived="YES" \
                attributeType="String" derivationExpression="uppercase:(a)"/></entity>
                """)
        case .modelComposite:
            .model(
                """
                <entity name="A"><attribute name="a" attributeType="Composite"><attribute name="b" \
                attributeType="String"/></attribute></entity>
                """)
        }
    }

    /// A declaration that has only properties with recorded hashes.
    private static let plain = Declaration.swift(
        "@Attribute(.unique) var value: String; var plain: Plain; var plains: [Plain]; var counts: [String: Int]")

    @Test(arguments: HashRule.allCases.filter { $0.shape != nil })
    func everyAssumedRuleIsListed(_ rule: HashRule) throws {
        let declaration = try #require(Self.declaration(rule))
        let found = try declaration.assumptions()
        #expect(found.contains { $0.shape.rule == rule }, "\(found.map(\.shape.text))")
        #expect(Set(found.map(\.shape.rule)).count == 1, "\(found.map(\.shape.text))")
        let pattern = try Self.pattern(rule)
        #expect(found.allSatisfy { $0.shape.text.wholeMatch(of: pattern) != nil })
    }

    @Test func recordedShapesAreVerified() throws {
        #expect(try Self.plain.assumptions().isEmpty)
    }

    /// A regular expression for the texts of a rule.
    private static func pattern(_ rule: HashRule) throws -> Regex<AnyRegexOutput> {
        let parts = (rule.shape ?? "").split(separator: "*", omittingEmptySubsequences: false)
        return try Regex(parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".+"))
    }

    /// The declaration of a version, in Swift or in a Core Data model.
    private enum Declaration {
        /// The members of the model `Item`, and other declarations.
        case swift(String, _ others: String = "")
        /// The entities of a model file.
        case model(String)

        func assumptions() throws -> [Assumption] {
            switch self {
            case .swift(let members, let others):
                let folder = try ScratchFolder()
                let listed = ["Item", "Other"] + (others.contains("class Child") ? ["Child"] : [])
                try folder.write(
                    """
                    enum V1: VersionedSchema {
                        static let versionIdentifier = Schema.Version(1, 0, 0)
                        static var models: [any PersistentModel.Type] { [\(listed.map { "\($0).self" }.joined(separator: ", "))] }
                    }
                    @Model class Item { \(members) }
                    @Model class Other { var name = "" }
                    struct Plain: Codable { var name = "" }
                    \(others)
                    """, to: "Schema.swift")
                let declared = try SourceReader(request: SourceRequest(directory: folder.url.path)).read()
                return try #require(declared.schemas.first { $0.name == "V1" }).assumptions
            case .model(let entities):
                return ModelContents(Array("<model>\(entities)</model>".utf8), file: "contents").assumptions
            }
        }
    }

    // MARK: Comments

    /// The assumptions in comments that can't move a hash: the file, the number of its comments, and the reason.
    private static let others: [(file: String, count: Int, reason: String)] = [
        ("Permafrost/Validation/LivePlan+Rules", 2, "hooks"),
        ("PermafrostModel/Inference/LightweightInference", 1, "decoders"),
        ("PermafrostModel/Mapping/AttributeMapping", 1, "a default isn't hashed"),
        ("PermafrostModel/Rules/Engine/AcceptedLosses", 1, "operations"),
        ("PermafrostModel/Versions/CoreDataFailure", 2, "errors"),
        ("PermafrostModel/Versions/PlanProblem", 1, "stages"),
        ("PermafrostProject/Rules/Engine/ProjectFacts", 1, "an option about syncing"),
        ("PermafrostProject/Rules/PF0241_OtherFileHandled", 1, "a store's file"),
        ("PermafrostSource/CoreData/Model/AttributeDefault", 1, "a default isn't hashed"),
        ("PermafrostSource/CoreData/Model/ModelReader", 1, "an index isn't hashed"),
        ("PermafrostSource/Declarations/UnstorableValue", 1, "the value is rejected"),
        ("PermafrostSource/Editing/TypeNames", 1, "edits of sources"),
        (
            "PermafrostSource/Evaluation/ConstraintReader", 2,
            "an empty text in the hash, and an index, which isn't hashed"
        ),
        ("PermafrostSource/Targets/ContainerTargets", 1, "an app group"),
        ("PermafrostStore/Files/FileAccess+Sync", 1, "protection classes of files"),
        ("PermafrostStore/Layout/HashOrder", 1, "the order of tables"),
        ("PermafrostStore/Layout/JoinTableNaming", 1, "the name of a column"),
        ("PermafrostStore/ModelArchive/ArchivedDefault", 1, "a default isn't hashed"),
        ("PermafrostStore/SQLite/OpenDatabases", 1, "locks"),
        ("SwiftData/Reflection/ReflectedDraft", 1, "an index isn't hashed"),
    ]

    /// Every comment that assumes something names its rule, or is known not to concern hashes.
    @Test func everyAssumptionInACommentIsARule() throws {
        let root = Places.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        var found: [String: [String]] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let name = file.path.dropFirst(root.path.count + 1).description
            guard name != "PermafrostModel/Hashes/HashRule.swift" else { continue }
            for comment in try Self.comments(String(contentsOf: file, encoding: .utf8)) {
                let comment = comment.replacing("whether to assume that", with: "")
                guard comment.contains(/\b[Aa]ssumes?\s+(\/\/\/?\s+)?(that|so)\b/), !comment.contains("HashRule.")
                else { continue }
                found[name, default: []].append(comment)
            }
        }
        for name in Set(found.keys).union(Self.others.map { $0.file + ".swift" }).sorted() {
            let known = Self.others.first { $0.file + ".swift" == name }?.count ?? 0
            #expect(found[name]?.count ?? 0 == known, "\(name): \(found[name]?.joined(separator: "\n") ?? "")")
        }
    }

    /// The comments of a file: consecutive lines are one comment.
    private static func comments(_ text: String) -> [String] {
        var comments: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("//") {
                if isOpen { comments[comments.count - 1] += "\n" + line } else { comments.append(String(line)) }
            }
            isOpen = line.hasPrefix("//")
        }
        return comments
    }
}
