import PermafrostTestSupport

/// The fixes of `lint` for the versions of a Core Data model.
extension FollowedFix {
    static let ofModelFiles: [FollowedFix] = attributes + constraints + relationships

    private static let bundle = "App/Library.xcdatamodeld"
    private static let newest = "\(bundle)/Library 2.xcdatamodel/contents"

    /// Returns a model with the entities `Book` and `Author`, which have these members.
    private static func contents(_ book: String, _ author: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="">
            <entity name="Book" representedClassName="Book" syncable="YES" codeGenerationType="class">
                \(book)
            </entity>
            <entity name="Author" representedClassName="Author" syncable="YES" codeGenerationType="class">
                \(author)
            </entity>
        </model>
        """
    }

    private static func attribute(_ name: String, _ type: String = "String", _ more: String = "optional=\"YES\"")
        -> String
    {
        "<attribute name=\"\(name)\" \(more) attributeType=\"\(type)\"/>"
    }

    private static func toOne(_ name: String, _ entity: String, _ more: String = "optional=\"YES\"") -> String {
        "<relationship name=\"\(name)\" \(more) maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"\(entity)\"/>"
    }

    /// An edit of the newest version, or a mapping model from the oldest version to it.
    private enum Edit {
        case replace([(String, String)])
        case map
    }

    /// Returns a row for each way out of a finding about the second version.
    private static func model(
        _ code: String, _ about: String, _ old: (String, String), _ new: (String, String), _ ways: (String, Edit)...
    ) -> [FollowedFix] {
        ways.enumerated().map { index, way in
            FollowedFix(
                code, "\(about) of a Core Data model (\(index + 1))", by: ["lint", "--model=\(bundle)"],
                [
                    .edit(way.0) { folder in
                        switch way.1 {
                        case .replace(let texts): for (text, other) in texts { try folder.edit(newest, text, other) }
                        case .map: try folder.write(mapping, to: "App/Library.xcmappingmodel/xcmapping.xml")
                        }
                    }
                ]
            ) { folder in
                try folder.write(contents(old.0, old.1), to: "\(bundle)/Library.xcdatamodel/contents")
                try folder.write(contents(new.0, new.1), to: newest)
                try folder.write(
                    "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>Library 2.xcdatamodel</string></dict></plist>",
                    to: "\(bundle)/.xccurrentversion")
            }
        }
    }

    private static let mapping = """
        <?xml version="1.0"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
        <database>
            <object type="XDDEVMAPPINGMODEL" id="z102">
                <attribute name="sourcemodelpath" type="string">\(bundle)/Library.xcdatamodel</attribute>
                <attribute name="destinationmodelpath" type="string">\(bundle)/Library 2.xcdatamodel</attribute>
            </object>
        </database>
        """

    private static let title = attribute("title")
    private static let name = attribute("name")

    private static let attributes =
        model(
            "PF0208", "a required attribute", (title, name), (title + attribute("pages", "Integer 32", ""), name),
            (
                "Give the attribute a default in Xcode",
                .replace([("name=\"pages\" ", "name=\"pages\" defaultValueString=\"0\"")])
            ), ("make the attribute optional", .replace([("name=\"pages\" ", "name=\"pages\" optional=\"YES\"")])))
        + model(
            "PF0213", "a renamed attribute", (title + attribute("subtitle"), name),
            (title + attribute("subtitles"), name),
            (
                "set the renaming identifier to subtitle in Xcode",
                .replace([("name=\"subtitles\"", "name=\"subtitles\" elementID=\"subtitle\"")])
            ))
        + model(
            "PF0214", "a changed type", (title + attribute("pages"), name),
            (title + attribute("pages", "Integer 32"), name),
            ("Convert the values with a mapping model", .map),
            (
                "add an attribute of the new type next to the old one",
                .replace([(attribute("pages", "Integer 32"), attribute("pages") + attribute("pageCount", "Integer 32"))]
                )
            ))
        + model(
            "PF0227", "a removed attribute", (title + attribute("pages", "Integer 32"), name), (title, name),
            ("copy them with a mapping model", .map))

    private static let unique =
        "<uniquenessConstraints><uniquenessConstraint><constraint value=\"title\"/></uniquenessConstraint></uniquenessConstraints>"

    private static let constraints = model(
        "PF0219", "a constraint", (title, name), (title + unique, name),
        ("Leave out duplicates with a mapping model", .map),
        (
            "explain this in a comment on the line above the attribute: <!-- permafrost:ignore PF0219 because … -->",
            .replace([(title, "<!-- permafrost:ignore PF0219 because the app merges books first -->\n\(title)")])
        ))

    private static let relationships =
        model(
            "PF0209", "a required relationship", (title, name), (title + toOne("author", "Author", ""), name),
            ("Make the relationship optional", .replace([("name=\"author\" ", "name=\"author\" optional=\"YES\"")])),
            ("choose the destinations with a mapping model", .map))
        + model(
            "PF0215", "a replaced relationship", (title + toOne("author", "Author"), name),
            (title + toOne("authors", "Author").replacing(" maxCount=\"1\"", with: " toMany=\"YES\""), name),
            (
                "Keep the old relationship next to the new one for one version",
                .replace([(title, title + toOne("author", "Author"))])
            ), ("copy the links with a mapping model", .map))
        + model(
            "PF0228", "a pair without an inverse", (title, name),
            (title + toOne("author", "Author"), name + toOne("book", "Book")),
            (
                "choose Book.author as the inverse of Author.book in the model editor",
                .replace([
                    (toOne("author", "Author"), toOne("author", "Author", inverse("book", "Author"))),
                    (toOne("book", "Book"), toOne("book", "Book", inverse("author", "Book"))),
                ])
            ))

    private static func inverse(_ name: String, _ entity: String) -> String {
        "optional=\"YES\" inverseName=\"\(name)\" inverseEntity=\"\(entity)\""
    }
}
