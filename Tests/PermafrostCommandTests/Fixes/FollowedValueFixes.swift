/// The fixes of `lint` for the structs, enums and encoded values that a version stores.
extension FollowedFix {
    static let ofValues: [FollowedFix] = structs + enums + encodedValues + refusedValues

    private static let place = "struct Place: Codable { var x: Int }"
    private static let widePlace = "struct Place: Codable { var x: Int; var y: Int }"

    private static let structs =
        lint(
            "PF0210", "a struct with a new required field",
            app("\(place)\n\(user("var place: Place"))", "\(widePlace)\n\(user("var place: Place"))"),
            .change("Make the field optional", ("var y: Int }", "var y: Int? }")),
            .change(
                "give the property a default that includes the field",
                (
                    "\(widePlace)\n    \(user("var place: Place"))",
                    "\(widePlace)\n    \(user("var place: Place = Place(x: 0, y: 0)"))"
                )))
        + lint(
            "PF0210", "a struct of a frozen version",
            app(user("var place: Place"), besides: place.replacing(" }", with: "; var y: Int? }")),
            frozen: app(user("var place: Place"), besides: place),
            .edit(
                "Nest a copy of the original struct in AppV1, and add the field in a new version",
                write(
                    app(
                        "\(place)\n\(user("var place: Place"))", user("var place: Place"),
                        besides: place.replacing(" }", with: "; var y: Int? }")))))

    private static func kinds(_ cases: String, raw: String = "String, ") -> String {
        "enum Kind: \(raw)Codable { case \(cases) }"
    }

    private static let kind = user("var kind: Kind")

    private static let enums =
        lint(
            "PF0211", "a raw value that a new version lacks",
            app("\(kinds("memo, list"))\n\(kind)", "\(kinds("memo"))\n\(user("var kind: Kind; var b: Int?"))"),
            .change(
                "Keep the case and its raw value",
                (
                    "\(kinds("memo"))\n    \(user("var kind: Kind; var b: Int?"))",
                    "\(kinds("memo, list"))\n    \(user("var kind: Kind; var b: Int?"))"
                )),
            .change("rewrite the rows in a custom stage first", (lightweight(1, 2), custom(1, 2, will: rewrite))))
        + lint(
            "PF0211", "a raw value that a frozen version lost", app(kind, besides: kinds("memo")),
            frozen: app(kind, besides: kinds("memo, list")),
            .change("Keep the case and its raw value", (kinds("memo"), kinds("memo, list"))),
            .edit(
                "nest a copy of the original enum in AppV1, and rewrite the rows in a custom stage to a new version",
                write(
                    app(
                        "\(kinds("memo, list"))\n\(kind)", user("var kind: Kind; var b: Int?"),
                        stages: [custom(1, 2, will: rewrite)], besides: kinds("memo")))))
        + lint(
            "PF0211", "a case with a column of its own", app(kind, besides: kinds("memo, list", raw: "")),
            frozen: app(kind, besides: kinds("memo", raw: "")),
            .edit(
                "Nest a copy of the original enum in AppV1, and change the enum in a new version",
                write(app("\(kinds("memo", raw: ""))\n\(kind)", kind, besides: kinds("memo, list", raw: "")))))

    private static let rewrite =
        "try context.enumerate(FetchDescriptor<AppV1.User>()) { if $0.kind == .list { $0.kind = .memo } }"

    // MARK: Encoded values

    /// Returns a version whose rows hold an array of steps.
    private static func steps(_ fields: String, _ members: String = "") -> String {
        "struct Step: Codable { var a: Int\(fields) }\n\(user("var steps: [Step] = []\(members)"))"
    }

    private static let encodedValues =
        lint(
            "PF0212", "a field that old rows lack", app(steps(""), steps("; var b: Int", "; var c: Int?")),
            .change("Make b optional and let the compiler write the decoder", ("var b: Int }", "var b: Int? }")),
            .change("use decodeIfPresent in init(from:)", ("var b: Int }", "var b: Int\n\(decoder)\n}")))
        + lint(
            "PF0212", "an array of another type",
            app(user("var a: [Int] = []"), user("var a: [String] = []; var c: Int?")),
            .change(
                "Add a property of the new type next to the old one, and convert the values in a custom stage",
                ("var a: [String] = []", "var a: [Int] = []; var texts: [String] = []"),
                (
                    lightweight(1, 2),
                    custom(
                        1, 2,
                        did: "try context.enumerate(FetchDescriptor<AppV2.User>()) { $0.texts = $0.a.map(String.init) }"
                    )
                )))
        + lint(
            "PF0212", "an array of another type in a frozen version", app(user("var a: [String] = []")),
            frozen: app(user("var a: [Int] = []")),
            .edit(
                "Revert the type. In a new version, add a property of the new type next to the old one, and convert the values in a custom stage",
                write(
                    app(
                        user("var a: [Int] = []"), user("var a: [Int] = []; var texts: [String] = []"),
                        stages: [
                            custom(
                                1, 2,
                                did:
                                    "try context.enumerate(FetchDescriptor<AppV2.User>()) { $0.texts = $0.a.map(String.init) }"
                            )
                        ]))))

    private static let decoder = """
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            a = try values.decode(Int.self, forKey: .a)
            b = try values.decodeIfPresent(Int.self, forKey: .b) ?? 0
        }
        """

    // MARK: Values that SwiftData refuses

    private static func boxed(_ members: String) -> String { "struct Box: Codable { \(members) }" }

    private static let boxes = app(user("var box: Box"), besides: boxed("…"))

    private static func boxes(_ members: String) -> String { boxes.replacing("…", with: members) }

    private static func coded(_ container: String) -> String {
        "var a: Int; func encode(to encoder: any Encoder) throws { \(container) }"
    }

    private static let keyed = "var all = encoder.container(keyedBy: CodingKeys.self); try all.encode(a, forKey: .a)"

    private static let refusedValues =
        lint(
            "PF0231", "a set in a struct", boxes("var days: Set<Int>"),
            .change("Store an array instead", ("Set<Int>", "[Int]")),
            .change("encode the set yourself and store it as Data", ("Set<Int>", "Data")))
        + lint(
            "PF0231", "date components in a struct", boxes("var due: DateComponents?"),
            .change(
                "Store plain values and compute this value from them",
                (
                    "var due: DateComponents?",
                    "var month: Int; var due: DateComponents? { DateComponents(month: month) }"
                )),
            .change("encode the value yourself and store it as Data", ("DateComponents?", "Data?")))
        + lint(
            "PF0232", "a rectangle", "import CoreGraphics\n" + app(user("var frame: CGRect")),
            .change(
                "Store its numbers as separate properties",
                (
                    "var frame: CGRect",
                    "var x: Double; var y: Double; var frame: CGRect { CGRect(x: x, y: y, width: 1, height: 1) }"
                )),
            .change(
                "in your own Codable struct, and compute the value from them",
                (
                    user("var frame: CGRect"),
                    "struct Frame: Codable { var x: Double; var y: Double }\n\(user("var frame: Frame"))"
                )))
        + lint(
            "PF0232", "an attributed string", app(user("var text: AttributedString")),
            .change("Encode the value yourself and store it as Data", ("AttributedString", "Data")))
        + lint(
            "PF0232", "a list without names",
            boxes(coded("var all = encoder.unkeyedContainer(); try all.encode(a)")),
            .change(
                "container(keyedBy:) and encode each member by name",
                ("var all = encoder.unkeyedContainer(); try all.encode(a)", keyed)),
            .change("encode the value yourself and store it as Data", ("var box: Box", "var box: Data")))
        + lint(
            "PF0232", "a single value",
            boxes(coded("var one = encoder.singleValueContainer(); try one.encode(a)")),
            .change(
                "container(keyedBy:) and encode each member by name",
                ("var one = encoder.singleValueContainer(); try one.encode(a)", keyed)))
        + lint(
            "PF0236", "code that passes the encoder on", boxes(coded("try write(self, encoder)")),
            .change("Request a keyed container in the code of", ("try write(self, encoder)", keyed)),
            .change("encode the value yourself and store it as Data", ("var box: Box", "var box: Data")))
        + lint(
            "PF0236", "a member without a written type",
            boxes("var a: Int; let tool = makeTool(); enum CodingKeys: CodingKey { case a }"),
            .change(
                "Write the member's type if it is a struct or enum",
                ("let tool = makeTool()", "let tool: Int = makeTool()")),
            .change("Otherwise, move the member out of the struct", ("let tool = makeTool(); ", "")))
}
