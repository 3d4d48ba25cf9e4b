import PermafrostModel

/// The versions and plans that several modules declare with the same name. Their names start with their modules, as in
/// `Server.AppSchemaV1`, so that each declaration is a version or plan of its own.
struct TwinTypes: Sendable {
    /// The modules to add to the names of top-level declarations, keyed by the declaration's name and then by the path
    /// of its file.
    private var modules: [String: [String: String]] = [:]

    /// Whether no name needs a module.
    var isEmpty: Bool { modules.isEmpty }

    /// Creates a value without twins.
    init() {}

    /// Finds the twins in a project.
    ///
    /// - Parameters:
    ///   - table: the declarations of all relevant files.
    ///   - module: a closure that returns the module of the first target that compiles a file, or nil if it is unknown.
    init(in table: DeclarationTable, module: (String) -> String?) {
        let search = SchemaSearch(table: table)
        let schemas = search.schemas.compactMap { Self.declaration(of: $0, in: table) }
        let plans =
            search.plans.compactMap { Self.declaration(of: $0, in: table) }
            + search.planConstants.compactMap { constant in
                guard let node = constant.node else {
                    return Declaration(
                        name: constant.name, outermost: constant.name,
                        file: table.files[constant.reference.scope.file].path)
                }
                return Self.declaration(of: node, named: constant.name, in: table)
            }
        for twins in [schemas, plans].flatMap({ Dictionary(grouping: $0, by: \.name).values }) where twins.count > 1 {
            let known = twins.compactMap { twin in module(twin.file).map { (twin, $0) } }
            // If a module is unknown or has several of the declarations, the module can't tell them apart.
            guard known.count == twins.count, Set(known.map(\.1)).count == twins.count else { continue }
            for (twin, module) in known { modules[twin.outermost, default: [:]][twin.file] = module }
        }
    }

    /// Returns the module to add to the name of a top-level declaration, or nil if the name is sufficient.
    func module(of name: String, in file: String) -> String? { modules[name]?[file] }

    private struct Declaration {
        let name: String
        /// The name of the top-level declaration that contains the declaration, or is the declaration.
        let outermost: String
        /// The path of the file with the top-level declaration.
        let file: String
    }

    private static func declaration(of node: Int, named name: String? = nil, in table: DeclarationTable) -> Declaration?
    {
        let root = table.root(of: node)
        guard let part = table.nodes[root].parts.first else { return nil }
        return Declaration(
            name: name ?? table.nodes[node].path, outermost: table.nodes[root].name, file: table.files[part.file].path)
    }
}
