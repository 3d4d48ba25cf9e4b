/// Common structs of Apple's frameworks, with their stored properties. Projects don't contain the declarations of
/// these structs. Permafrost assumes that a property with such a type is a composite, like a property whose type is
/// a struct of the project (`HashRule.frameworkStruct`).
enum FrameworkStructure {
    /// Returns the struct with the given name, or nil if it isn't listed. The name may include the module.
    static func named(_ name: String) -> SwiftType.Structure? {
        let parts = name.split(separator: ".")
        let plain =
            parts.first.map { modules.contains($0) } == true ? parts.dropFirst().joined(separator: ".") : name
        return table[plain].map { structure(plain, $0) }
    }

    private static let modules: Set<Substring> = [
        "SwiftUI", "SwiftUICore", "CoreGraphics", "CoreLocation", "Foundation",
    ]

    private static let number = SwiftType.scalar("CGFloat")
    private static let point = [("x", number), ("y", number)]
    private static let size = [("width", number), ("height", number)]

    private static let table: [String: [(String, SwiftType)]] = [
        "Color.Resolved": ["linearRed", "linearGreen", "linearBlue", "opacity"].map { ($0, .scalar("Float")) },
        "CGPoint": point, "CGSize": size, "CGVector": [("dx", number), ("dy", number)],
        "CGRect": [
            ("origin", .structure(structure("CGPoint", point))), ("size", .structure(structure("CGSize", size))),
        ],
        "CLLocationCoordinate2D": [("latitude", .scalar("Double")), ("longitude", .scalar("Double"))],
    ]

    private static func structure(_ name: String, _ members: [(String, SwiftType)]) -> SwiftType.Structure {
        SwiftType.Structure(name: name, members: members.map { SwiftType.Member(name: $0.0, type: $0.1) })
    }
}
