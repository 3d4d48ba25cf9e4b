/// The output of `swift package describe --type json` for a package.
struct PackageDescription: Decodable {
    struct Product: Decodable {
        let name: String
        let targets: [String]
        let type: ProductType
    }

    /// A product's type, such as `{"library": ["automatic"]}` or `{"plugin": null}`.
    struct ProductType: Decodable {
        let library: [String]?
    }

    struct Target: Decodable {
        let name: String
        let path: String
        let type: String
        let sources: [String]
        let dependencies: [String]?

        enum CodingKeys: String, CodingKey {
            case name, path, type, sources
            case dependencies = "target_dependencies"
        }
    }

    let products: [Product]
    let targets: [Target]

    /// The modules that are built for devices: the library products, the examples, the tools of plugins, and their
    /// dependencies. Xcode builds a plugin's tool for the platform of the app. Macros aren't included because they run
    /// on the developer's machine.
    var deviceModules: Set<String> {
        let byName = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
        var found: Set<String> = []
        var open = products.filter { $0.type.library != nil }.flatMap(\.targets)
        open += targets.filter { $0.path.hasPrefix("Examples/") }.map(\.name)
        open += targets.filter { $0.type == "plugin" }.flatMap { $0.dependencies ?? [] }
        while let name = open.popLast() {
            guard let target = byName[name], ["library", "executable"].contains(target.type),
                found.insert(name).inserted
            else { continue }
            open += target.dependencies ?? []
        }
        return found
    }
}
