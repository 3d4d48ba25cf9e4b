/// The fixes of `lint` for the lists of models, their classes and the numbers of versions.
extension FollowedFix {
    static let ofModels: [FollowedFix] = platforms + names

    private static let platforms =
        lint(
            "PF0203", "a property that one platform lacks",
            app(
                user("var a: Int?"), "@Model final class User {\nvar a: Int?\n\(elsewhere("var b: Int?"))\ninit() {}\n}"
            ),
            .edit(
                "Declare the same properties on every platform",
                write(app(user("var a: Int?"), user("var a: Int?; var b: Int?")))))
        + lint(
            "PF0203", "a model that one platform lacks",
            listed("\(elsewhere("return [Note.self, Extra.self]", otherwise: "return [Note.self]"))"),
            .change(
                "List the same models on every platform",
                (
                    elsewhere("return [Note.self, Extra.self]", otherwise: "return [Note.self]"),
                    "[Note.self, Extra.self]"
                )))

    /// Returns code that watchOS doesn't compile.
    private static func elsewhere(_ code: String, otherwise: String? = nil) -> String {
        "#if !os(watchOS)\n\(code)\n" + (otherwise.map { "#else\n\($0)\n" } ?? "") + "#endif"
    }

    private static func listed(_ models: String) -> String {
        """
        import SwiftData
        enum NotesV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] {
        \(models)
            }
            @Model final class Note { var text: String?; init() {} }
            @Model final class Extra { var text: String?; init() {} }
        }

        """
    }

    // MARK: Classes and numbers

    private static let names =
        lint(
            "PF0201", "a class of two versions",
            app(
                "// lists Item", "\(user("var a: Int?"))\n// lists Item",
                besides: "@Model final class Item { var a: Int?; init() {} }"),
            .change(
                "Nest a copy of Item in AppV1, with the properties that Item had when 1.0.0 shipped",
                ("// lists Item", "@Model final class Item { var a: Int?; init() {} }")))
        + lint(
            "PF0229", "a relationship to a class outside the version",
            app("\(pet())\n// lists User", besides: "\(user("var pet: Pet?"))\n\(pet("var age: Int?"))"),
            .change(
                "Nest a copy of User next to AppV1.Pet, so that the destination of pet is AppV1.Pet",
                ("// lists User", user("var pet: Pet?"))))
        + lint(
            "PF0233", "a subclass without its parent",
            app("// lists Dog\nclass Animal { }").replacing(
                "class Animal { }",
                with: "@Model\nclass Animal { var name: String?; init() {} }\n"
                    + "@Model\nfinal class Dog: Animal { var tricks: Int? }"),
            .print("Add ", upTo: " to the list of models", "[Dog.self]", as: "[…, Dog.self]"))
        + lint(
            "PF0234", "two numbers", numbered("2.0.0", "1, 0, 0"),
            .print("Before ", upTo: " ships", "Version(1, 0, 0)", as: "Version(2, 0, 0)"))
        + lint(
            "PF0234", "two numbers of a frozen version", numbered("2.0.0", "1, 0, 0"),
            frozen: numbered("2.0.0", "1, 0, 0"),
            .edit("In the next version, use the same number in both places") { folder in
                try folder.write(
                    numbered("2.0.0", "1, 0, 0")
                        + numbered("3.0.0", "3, 0, 0", number: 2, "var name: String?; var b: Int?")
                            + """
                            enum AppPlan: SchemaMigrationPlan {
                                static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
                                static var stages: [MigrationStage] { [\(lightweight(1, 2))] }
                            }

                            """, to: file)
            })

    private static func numbered(
        _ name: String, _ identifier: String, number: Int = 1, _ members: String = "var name: String?"
    ) -> String {
        """
        import PermafrostMacros
        import SwiftData
        @FreezeSchema(version: "\(name)")
        enum AppV\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(identifier))
            static var models: [any PersistentModel.Type] { [User.self] }
            \(user(members))
        }

        """
    }
}
