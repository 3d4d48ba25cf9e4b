import PermafrostModel

/// A search for the classes of custom migration policies that mapping models name.
///
/// Core Data looks up such a class by its name at run time: `Module.Name` for a class in Swift, or the name in `@objc`
/// or in Objective-C.
struct PolicyClasses: Sendable {
    /// A function that returns the Swift files that may declare a class with a name, each with the module that compiles
    /// it. The module is nil if it isn't known.
    typealias Lookup = @Sendable (String) -> [(path: String, module: String?)]

    private let files: ModelFiles
    private let request: SourceRequest
    private let isComplete: Bool
    private let lookup: Lookup

    /// - Parameters:
    ///   - isComplete: whether the files include those in Objective-C. If not, no class is missed.
    init(_ files: ModelFiles, _ request: SourceRequest, isComplete: Bool, _ lookup: @escaping Lookup) {
        self.files = files
        self.request = request
        self.isComplete = isComplete
        self.lookup = lookup
    }

    /// Returns a warning for each policy whose class isn't found.
    func issues(in mappings: [MappingModel]) -> [SourceIssue] {
        let policies = mappings.flatMap(\.policies).filter { !$0.name.hasPrefix("_Tt") && !$0.name.hasPrefix("$(") }
        guard isComplete, !policies.isEmpty else { return [] }
        let ownNames = Set(policies.map { SchemaName.own($0.name) })
        let ofObjectiveC = namesInObjectiveC(ownNames)
        return policies.compactMap { policy in
            let own = SchemaName.own(policy.name)
            let declared = lookup(own).flatMap { declarations(of: own, in: $0.path, module: $0.module) }
            let names = declared + (ofObjectiveC.contains(own) ? [.exactly(own)] : [])
            guard !names.contains(where: { $0.matches(policy.name) }) else { return nil }
            return SourceIssue(
                .modelFile(.missingPolicy(policy.name, declared: names.first?.text(of: own))), severity: .warning,
                at: policy.location)
        }
    }

    /// The name that a class has at run time.
    private enum RuntimeName {
        case exactly(String)
        /// A module that isn't known, and the class's own name.
        case inSomeModule(String)

        func matches(_ name: String) -> Bool {
            switch self {
            case .exactly(let own): own == name
            case .inSomeModule(let own): name.hasSuffix("." + own)
            }
        }

        func text(of own: String) -> String {
            switch self {
            case .exactly(let name): name
            case .inSomeModule: "Module.\(own), with the name of its module"
            }
        }
    }

    private func declarations(of name: String, in path: String, module: String?) -> [RuntimeName] {
        let tokens = try? files.files.withBytes(of: path) { CodeTokens($0) }
        guard let tokens else { return [.inSomeModule(name)] }
        return tokens.kinds.indices.filter { tokens.isWord("class", at: $0) && tokens.isWord(name, at: $0 + 1) }.map {
            if let exported = exportedName(before: $0, tokens) { return .exactly(exported) }
            return module.map { .exactly("\($0).\(name)") } ?? .inSomeModule(name)
        }
    }

    /// Returns the name in the `@objc` attribute of a class, or nil if there is none.
    private func exportedName(before index: Int, _ tokens: CodeTokens) -> String? {
        let start = (0..<index).last { place in
            tokens.isSign("}", at: place) || tokens.isSign(";", at: place) || tokens.isSign("{", at: place)
        }
        let attribute = ((start ?? 0)..<index).first { tokens.isWord("objc", at: $0) && tokens.isSign("(", at: $0 + 1) }
        return attribute.flatMap { tokens.word(at: $0 + 2) }
    }

    /// Returns the names among the given ones that classes in Objective-C have.
    private func namesInObjectiveC(_ names: Set<String>) -> Set<String> {
        let sources = SourcePaths(includesTests: request.includesTests)
        let paths = files.objectiveC.filter(sources.holdsObjectiveC)
        let found = Concurrently.map(count: paths.count) { index -> Set<String> in
            let tokens = try? files.files.withBytes(of: paths[index]) { CodeTokens($0) }
            guard let tokens else { return names }
            return Set(
                tokens.kinds.indices.filter { tokens.isWord("implementation", at: $0) }
                    .compactMap { tokens.word(at: $0 + 1) })
        }
        return found.reduce(into: Set<String>()) { $0.formUnion($1) }.intersection(names)
    }
}
