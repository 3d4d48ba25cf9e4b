import Foundation
import Testing

@testable import AppleCheck

/// The stand-in for SwiftData matches Apple's macOS 26 interface wherever it once differed.
@Suite("The stand-in for SwiftData agrees with macOS 26")
struct SwiftDataAgreementTests {
    /// Code with two models, and the check's message for its last line; nil if the line is correct.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        let code: String
        let message: String?

        init(_ title: String, _ code: String, _ message: String?) {
            (self.title, self.code, self.message) = (title, code, message)
        }

        var testDescription: String { title }
    }

    private static let newer = "@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) "
    private static let newest = "@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) "

    static let rows = [
        Row("A schema of classes outside of an array", "let schema = Schema(Post.self)", "needs iOS 26"),
        Row("A schema of an array", "let schema = Schema([Post.self])", nil),
        Row(
            "The entity of a class", "func find(_ schema: Schema) { _ = schema.entity(for: Post.self) }",
            "needs iOS 18"),
        Row(
            "A descriptor in a closure that is sent",
            "func send(_ descriptor: FetchDescriptor<Post>) -> @Sendable () -> Void { { _ = descriptor } }", "Sendable"),
        Row(
            "A comparison of descriptors",
            "func same(_ one: FetchDescriptor<Post>, _ two: FetchDescriptor<Post>) -> Bool { one == two }",
            "needs iOS 26"),
        Row(
            "A descriptor as an equatable value",
            "func equatable(_ descriptor: FetchDescriptor<Post>) -> any Equatable { descriptor }", "Equatable"),
        Row(
            "A comparison of composite attributes",
            "func same(_ one: Schema.CompositeAttribute, _ two: Schema.CompositeAttribute) -> Bool { one == two }",
            "needs iOS 26"),
        Row(
            "A configuration's identifier", "func id(_ configuration: ModelConfiguration) -> URL { configuration.id }",
            nil),
        Row(
            "A transaction's identifier",
            newer + "func id(_ transaction: DefaultHistoryTransaction) -> Int64 { transaction.id }", nil),
        Row(
            "A store by its associated types",
            newer + "func take(_ store: any DataStore<ModelConfiguration, DefaultSnapshot>) {}",
            "primary associated types"),
        Row(
            "A store's configuration by its associated type",
            newer + "func take(_ configuration: any DataStoreConfiguration<DefaultStore>) {}",
            "primary associated types"),
        Row(
            "A value that provides a history",
            newer + """
                struct Log: HistoryProviding { \
                static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }; \
                func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) -> [DefaultHistoryTransaction] { [] }; \
                func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) {} }
                """, nil),
        Row(
            "A context's description", "func text(_ context: ModelContext) -> String { context.debugDescription }",
            "has no member 'debugDescription'"),
        Row(
            "A context's undo manager",
            "func undo(_ context: ModelContext) -> UndoManager? { context.undoManager }", nil),
        Row(
            "A transformer by its type",
            "func option(_ type: ValueTransformer.Type) -> Schema.Attribute.Option { .transformable(by: type) }", nil),
        Row(
            "A store without a plan",
            newer
                + "func store(_ configuration: ModelConfiguration) throws -> DefaultStore { try DefaultStore(configuration) }",
            nil),
        Row("A model's root class", newest + "func root() -> Any.Type { Post.Root.self }", nil),
        Row(
            "A superclass's data",
            newest + """
                func data(_ data: any BackingData<Post>) -> any BackingData<Page> { data._superClassBackingData(of: Post.self) }
                """, nil),
        Row(
            "A property that a schema knows",
            """
            struct Property: SchemaProperty { var name = ""; var originalName = ""; var valueType: any Any.Type { get { Int.self } set {} }; \
            var isUnique: Bool { false }; init(from decoder: any Decoder) {}; func encode(to encoder: any Encoder) {} }
            """, nil),
        Row(
            "A value that is both a model and decodable",
            "func page(_ post: Post) -> Page { post.getValue(forKey: \\.page) }", nil),
    ]

    @Test("A row of the table", arguments: rows)
    func row(_ row: Row) throws {
        let models = """
            import Foundation
            import SwiftData
            @Model final class Post { var title = ""; var page: Page; init(page: Page) { self.page = page } }
            @Model final class Page: Codable { init() {}; init(from decoder: any Decoder) {}; func encode(to encoder: any Encoder) {} }

            """
        let findings = try Bench.shared().check(models + row.code, in: .app)
        if let message = row.message {
            #expect(findings.contains { $0.line == 5 && $0.message.contains(message) }, "found instead: \(findings)")
        } else {
            #expect(findings == [])
        }
    }

    @Test(
        "Constraints need visionOS 2", arguments: ["macro Unique<", "macro Index<", "class Unique<"])
    func visionOS(_ declaration: String) throws {
        let text = try String(
            contentsOfFile: Bench.repository + "/AppleCheck/StandIns/SwiftData/SwiftData.swiftinterface",
            encoding: .utf8)
        let place = try #require(text.range(of: declaration)).lowerBound
        let version = try #require(text[..<place].range(of: "visionOS ", options: .backwards)).upperBound
        #expect(text[version...].hasPrefix("2,"))
    }

    @Test("The check's copy makes newer Sendable and Equatable conformances unavailable, and no others")
    func conformances() {
        let text = """
            @available(macOS 14, iOS 17, *)
            extension A : Sendable {
            }
            @available(macOS 15, iOS 18, *)
            extension B : @unchecked Sendable {
            }
            @available(macOS 15, iOS 18, *)
            extension C : DataStore {
            }
            """
        let expected = text.replacing(
            "@available(macOS 15, iOS 18, *)\nextension B", with: "@available(*, unavailable)\nextension B")
        #expect(ConformanceVersions.withoutNewer(text) == expected)
    }
}
