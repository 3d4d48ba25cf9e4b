import PermafrostModel
import PermafrostSource
import Testing

/// A type that no source declares may come from a macro of another module. Its property isn't an attribute then.
@Suite struct GeneratedTypeTests {
    private static let list = "@Model final class List { @Ordered var entries: [Entry]? = []; init() {} }"

    @Test(arguments: [
        ("@Ordered var entry: Entry?", "", "Entry", "Ordered"),
        ("@Ordered var all: [Entry] = []", "", "Entry", "Ordered"),
        ("var entry: List.Entry?", list, "List.Entry", "Ordered"),
        ("var all: [List.Entry] = []", "@Ordered @Model final class List { init() {} }", "List.Entry", "Ordered"),
        (
            "var entry: List.Entry?", "@Model final class List { #entries(of: Item.self); init() {} }", "List.Entry",
            "#entries"
        ),
    ])
    func isRefused(_ property: String, _ outside: String, _ type: String, _ macro: String) throws {
        let schema = try version("[Item.self]", "@Model final class Item { \(property) }", outside: outside)
        #expect(schema.model == nil)
        guard case .generatedType("Item", _, type, macro)? = schema.issues.first?.problem else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(schema.issues.map(\.severity) == [.error])
    }

    @Test(arguments: [
        ("var price: Money?", ""), ("@Ordered var number: Int = 0", ""),
        ("@Ordered var shape: Shape?", "struct Shape: Codable { var x = 0 }"),
        ("@Attribute(.transformable(by: \"Colors\")) @Ordered var color: Color?", ""),
        ("@Wrapped var money: Money?", "@propertyWrapper struct Wrapped { var wrappedValue: Int }"),
        ("var entry: List.Entry?", "@Model final class List { struct Entry: Codable {}; @Ordered var x: Int = 0 }"),
        ("var entry: List.ID?", "@Ordered struct List: Identifiable { var id = 0 }"),
        ("@available(iOS 18, *) var color: Color.Resolved?", ""), ("@Ordered var place: CLLocationCoordinate2D?", ""),
    ])
    func isAnAttribute(_ property: String, _ outside: String) throws {
        let schema = try version("[Item.self]", "@Model final class Item { \(property) }", outside: outside)
        #expect(schema.model?.known?.entity(named: "Item")?.properties.count == 1, "\(schema.issues)")
    }
}
