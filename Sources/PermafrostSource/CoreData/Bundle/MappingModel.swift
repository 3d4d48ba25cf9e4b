import Foundation
import PermafrostModel

/// A mapping model (`.xcmappingmodel`), reduced to its source and destination versions and its policies.
package struct MappingModel: Sendable, Hashable {
    /// The path of the source version, such as `App.xcdatamodeld/App.xcdatamodel`.
    package let source: String
    /// The path of the destination version, such as `App.xcdatamodeld/App 2.xcdatamodel`.
    package let destination: String
    /// The names of the classes of custom migration policies, with their locations in the file.
    let policies: [Policy]
    /// The location of the source version's name in the file.
    package let location: SourceLocation

    /// Reads the contents of `xcmapping.xml`. Throws ``XMLDocument/Unreadable`` if the file can't be parsed, or
    /// doesn't specify both versions.
    init(_ content: [UInt8], file: String) throws(XMLDocument.Unreadable) {
        // The file also contains archives of both models. They aren't needed here.
        let root = try XMLDocument.root(of: content, file: file) {
            $0.name == "attribute"
                && ["sourcemodelpath", "destinationmodelpath", "migrationpolicyclassname"].contains($0["name"])
        }
        let attributes = root.children("object").flatMap { $0.children("attribute") }
        func path(_ name: String) -> MarkupElement? {
            attributes.first { $0["name"] == name && !$0.text.isEmpty }
        }
        guard let source = path("sourcemodelpath"), let destination = path("destinationmodelpath") else {
            throw XMLDocument.Unreadable(.unknownMapping, at: root.location)
        }
        self.source = source.text
        self.destination = destination.text
        policies = attributes.filter { $0["name"] == "migrationpolicyclassname" && !$0.text.isEmpty }.map {
            Policy(name: $0.text, location: $0.location)
        }
        location = source.location
    }

    /// A class of a custom migration policy, as the mapping model names it.
    struct Policy: Sendable, Hashable {
        let name: String
        let location: SourceLocation
    }

    /// Returns whether the mapping model's destination is a version of a bundle.
    func maps(_ bundle: ModelBundle) -> Bool { Self.version(of: destination, in: bundle) != nil }

    /// Returns the name of the version at a path in a mapping model. For `App.xcdatamodeld/App 2.xcdatamodel`, this
    /// is `App 2`. Returns nil if the bundle has no such version.
    static func version(of path: String, in bundle: ModelBundle) -> String? {
        let parts = path.split(separator: "/")
        guard let last = parts.last, last.hasSuffix(".xcdatamodel") else { return nil }
        let folder = bundle.path.split(separator: "/").last
        guard folder == last || parts.count > 1 && parts[parts.count - 2] == folder else { return nil }
        let name = String(last.dropLast(".xcdatamodel".count))
        return bundle.versions.contains { $0.name == name } ? name : nil
    }
}
