import PermafrostModel

/// A mapping model (`.xcmappingmodel`), as far as it says between which versions it maps.
package struct MappingModel: Sendable, Hashable {
    /// The version it maps from, as the path of its model: `App.xcdatamodeld/App.xcdatamodel`.
    package let source: String
    /// The version it maps to.
    package let destination: String
    /// Where it says so.
    package let location: SourceLocation

    /// Reads `xcmapping.xml`. Throws a `SourceIssue` in an `Unreadable`.
    init(_ content: [UInt8], file: String) throws(XMLDocument.Unreadable) {
        // The models themselves lie beside the paths, as archives that nobody needs here.
        let root = try XMLDocument.root(of: content, file: file) {
            $0.name == "attribute" && ($0["name"] == "sourcemodelpath" || $0["name"] == "destinationmodelpath")
        }
        let attributes = root.children("object").flatMap { $0.children("attribute") }
        func path(_ name: String) -> XMLDocument.Element? {
            attributes.first { $0["name"] == name && !$0.text.isEmpty }
        }
        guard let source = path("sourcemodelpath"), let destination = path("destinationmodelpath") else {
            throw XMLDocument.Unreadable(.unknownMapping, at: root.location)
        }
        self.source = source.text
        self.destination = destination.text
        location = source.location
    }

    /// The name of the version that a path means in a bundle; nil if it is of another one.
    static func version(of path: String, in bundle: ModelBundle) -> String? {
        let parts = path.split(separator: "/")
        guard let last = parts.last, last.hasSuffix(".xcdatamodel") else { return nil }
        let folder = bundle.path.split(separator: "/").last
        guard folder == last || parts.count > 1 && parts[parts.count - 2] == folder else { return nil }
        let name = String(last.dropLast(".xcdatamodel".count))
        return bundle.versions.contains { $0.name == name } ? name : nil
    }
}
