import PermafrostModel

/// The declarations in all parsed files, linked across files. Each type is linked to its extensions and members. The
/// table contains the declarations of every `#if` branch, so that callers can evaluate the conditions.
struct DeclarationTable: Sendable {
    /// A type that the project declares, or another module's type that the project extends.
    struct Node: Sendable {
        var name: String
        /// The type's qualified name. It starts with the module if the type is one of ``TwinTypes``.
        var path: String
        /// The enclosing type's node, or nil for a top-level type.
        var parent: Int?
        /// The type's declarations, followed by its extensions.
        var parts: [DeclarationPart] = []
        /// The number of ``parts`` that are declarations and not extensions.
        var declarationCount = 0
        var children: [String: [Int]] = [:]
        var aliases: [String: [AliasReference]] = [:]
        var values: [String: [ValueReference]] = [:]
    }

    /// The files, sorted by path.
    let files: [ParsedFile]
    /// The platforms that the files are built for.
    var platforms = TargetPlatforms.unknown
    /// The settings of the project's manifests and Xcode projects that set compilation flags.
    var flags: Set<BuildFlag> = []
    /// The module of each file, or nil if the file's target and folder don't determine it.
    let modules: [String?]
    private(set) var nodes: [Node] = []
    /// The node of each type in each file, indexed by file and then by the type's index in the file. This is -1 for a
    /// type that isn't linked.
    private(set) var nodeOfType: [[Int]] = []
    private(set) var topLevel: [String: [Int]] = [:]
    private(set) var topAliases: [String: [AliasReference]] = [:]
    private(set) var topValues: [String: [ValueReference]] = [:]
    /// The files that declare a macro, keyed by the macro's name.
    private(set) var macroFiles: [String: [Int]] = [:]
    /// The extended types that no file declares, as indexes of their nodes, keyed by name as written.
    private(set) var foreign: [String: Int] = [:]
    /// The names of the project's modules, as far as they are known from targets and folders.
    let moduleNames: Set<String>
    let twins: TwinTypes
    /// The search for code in files that aren't parsed, or nil if such code isn't searched.
    let search: CodeSearch?
    /// The modules that each module's files re-export, keyed by module.
    private let exports: [String: Set<String>]

    /// Creates a table that links the declarations in files.
    ///
    /// - Parameters:
    ///   - known: the modules of files whose targets are known, keyed by path.
    ///   - others: the names of further modules of the project.
    ///   - twins: the versions and plans that several modules declare with the same name.
    ///   - search: the search for code in files that aren't parsed.
    init(
        files: [ParsedFile], modules known: [String: String] = [:], others: Set<String> = [],
        twins: TwinTypes = TwinTypes(), search: CodeSearch? = nil
    ) {
        self.files = files
        self.twins = twins
        self.search = search
        modules = files.map { known[$0.path] ?? SourcePaths.module(of: $0.path) }
        moduleNames = Set(modules.compactMap(\.self)).union(known.values).union(others)
        exports = Dictionary(
            zip(modules, files).compactMap { module, file in
                module.flatMap { file.exports.isEmpty ? nil : ($0, Set(file.exports)) }
            }, uniquingKeysWith: { $0.union($1) })
        nodeOfType = files.map { Array(repeating: -1, count: $0.types.count) }
        var open: [DeclarationPart] = []
        for file in files.indices {
            addTopLevel(of: file)
            for type in files[file].types.indices {
                if files[file].types[type].kind == .extensionOf
                    || !addDeclaration(DeclarationPart(file: file, type: type))
                {
                    open.append(DeclarationPart(file: file, type: type))
                }
            }
        }
        tie(open)
    }

    /// Returns whether a file can use another module's declarations: it imports the module, or a module that re-exports
    /// it, or a file of its own module re-exports it.
    func imports(_ module: String, in file: Int) -> Bool {
        if files[file].imports.contains(module) { return true }
        guard !exports.isEmpty else { return false }
        var seen = Set(modules[file].map { [$0] } ?? [])
        var open = Array(seen) + files[file].imports
        while let next = open.popLast() {
            for exported in exports[next] ?? [] where seen.insert(exported).inserted { open.append(exported) }
        }
        return seen.contains(module)
    }

    func type(_ part: DeclarationPart) -> ParsedType { files[part.file].types[part.type] }

    /// Returns the availability of a type's declaration, from its own `@available` and from the attributes of enclosing
    /// types and extensions.
    func availability(_ part: DeclarationPart) -> Availability {
        var availability = Availability()
        var index = Int32(part.type)
        while index >= 0 {
            let type = files[part.file].types[Int(index)]
            availability = availability.merged(with: type.availability)
            index = type.parent
        }
        return availability
    }

    func alias(_ reference: AliasReference) -> ParsedAlias {
        let file = files[reference.scope.file]
        return reference.scope.type < 0
            ? file.aliases[reference.index] : file.types[reference.scope.type].aliases[reference.index]
    }

    func value(_ reference: ValueReference) -> ParsedValue {
        let file = files[reference.scope.file]
        return reference.scope.type < 0
            ? file.values[reference.index] : file.types[reference.scope.type].values[reference.index]
    }

    /// Returns the node of a scope's type. Returns nil outside any type, and -1 if the type isn't linked.
    func node(of scope: LookupScope) -> Int? {
        scope.type < 0 ? nil : nodeOfType[scope.file][scope.type]
    }

    /// Returns the enclosing scope, or nil outside any type.
    func outer(_ scope: LookupScope) -> LookupScope? {
        scope.type < 0 ? nil : LookupScope(file: scope.file, type: Int(files[scope.file].types[scope.type].parent))
    }

    func location(_ scope: LookupScope, _ offset: Int32) -> SourceLocation { files[scope.file].location(offset) }

    /// Returns the location of a typealias's declaration.
    func location(of reference: AliasReference) -> SourceLocation {
        location(reference.scope, alias(reference).offset)
    }

    /// Returns the node of the top-level type that contains a type, or is the type.
    func root(of node: Int) -> Int {
        var root = node
        while let parent = nodes[root].parent { root = parent }
        return root
    }

    /// Returns whether a type's qualified name starts with its module, because the type is one of the ``twins``.
    func isNamedByModule(_ node: Int) -> Bool {
        let root = root(of: node)
        return nodes[root].path != nodes[root].name
    }

    /// Returns the location of a node's first declaration or, if no file declares the type, of its first extension.
    /// Returns nil if there is neither.
    func location(ofNode node: Int) -> SourceLocation? {
        nodes[node].parts.first.map { files[$0.file].location(type($0).offset) }
    }

    // MARK: Building

    private mutating func addTopLevel(of file: Int) {
        let scope = LookupScope(file: file, type: -1)
        for (index, alias) in files[file].aliases.enumerated() {
            topAliases[alias.name, default: []].append(AliasReference(scope: scope, index: index))
        }
        for (index, value) in files[file].values.enumerated() {
            topValues[value.name, default: []].append(ValueReference(scope: scope, index: index))
        }
        for macro in files[file].macros { macroFiles[macro.name, default: []].append(file) }
    }

    /// Adds a declaration if its enclosing type is known.
    ///
    /// - Returns: false if the declaration is inside an extension that isn't linked to a type yet.
    private mutating func addDeclaration(_ part: DeclarationPart) -> Bool {
        let type = type(part)
        var parent: Int?
        if type.parent >= 0 {
            let enclosing = nodeOfType[part.file][Int(type.parent)]
            guard enclosing >= 0 else { return false }
            parent = enclosing
        }
        let siblings = parent.map { nodes[$0].children[type.name] ?? [] } ?? topLevel[type.name] ?? []
        // Declarations with the same name in branches of an `#if` are variants of the same type.
        let twin = siblings.first { sibling in
            guard !type.conditions.isEmpty, let first = nodes[sibling].parts.first else { return false }
            return !self.type(first).conditions.isEmpty && modules[first.file] == modules[part.file]
        }
        if let twin {
            attach(part, to: twin, isDeclaration: true)
            return true
        }
        let index = nodes.count
        let outer = parent.map { nodes[$0].path } ?? twins.module(of: type.name, in: files[part.file].path)
        nodes.append(
            Node(name: type.name, path: outer.map { $0 + "." + type.name } ?? type.name, parent: parent))
        if let parent {
            nodes[parent].children[type.name, default: []].append(index)
        } else {
            topLevel[type.name, default: []].append(index)
        }
        attach(part, to: index, isDeclaration: true)
        return true
    }

    private mutating func attach(_ part: DeclarationPart, to node: Int, isDeclaration: Bool) {
        nodeOfType[part.file][part.type] = node
        if isDeclaration {
            nodes[node].parts.insert(part, at: nodes[node].declarationCount)
            nodes[node].declarationCount += 1
        } else {
            nodes[node].parts.append(part)
        }
        let type = type(part)
        let scope = LookupScope(file: part.file, type: part.type)
        for (index, alias) in type.aliases.enumerated() {
            nodes[node].aliases[alias.name, default: []].append(AliasReference(scope: scope, index: index))
        }
        for (index, value) in type.values.enumerated() where value.isStatic {
            nodes[node].values[value.name, default: []].append(ValueReference(scope: scope, index: index))
        }
    }

    /// Links extensions to the types that they extend. Because an extended type may be declared in another extension,
    /// this repeats until no more extensions can be linked. The remaining extensions extend other modules' types.
    private mutating func tie(_ parts: [DeclarationPart]) {
        var open = parts
        while !open.isEmpty {
            var rest: [DeclarationPart] = []
            for part in open {
                let type = type(part)
                if type.kind != .extensionOf {
                    if !addDeclaration(part) { rest.append(part) }
                } else if let node = extendedNode(of: part) {
                    attach(part, to: node, isDeclaration: false)
                } else {
                    rest.append(part)
                }
            }
            guard rest.count == open.count else {
                open = rest
                continue
            }
            guard let first = rest.firstIndex(where: { type($0).kind == .extensionOf }) else { return }
            attach(rest[first], to: foreignNode(type(rest[first]).name), isDeclaration: false)
            rest.remove(at: first)
            open = rest
        }
    }

    private mutating func foreignNode(_ name: String) -> Int {
        if let node = foreign[name] { return node }
        nodes.append(Node(name: name, path: name, parent: nil))
        foreign[name] = nodes.count - 1
        return nodes.count - 1
    }

    /// Returns the node of the type that an extension extends, or nil if it isn't found. The lookup starts at the top
    /// level, because that is where extensions are.
    private func extendedNode(of part: DeclarationPart) -> Int? {
        guard case .named(let components)? = type(part).extended else { return nil }
        let everything = Configuration(platform: .iOS, flags: [])
        let lookup = NameLookup(table: self, configuration: everything, ignoresConditions: true)
        let scope = LookupScope(file: part.file, type: -1)
        return lookup.node(named: components.map(\.name), from: scope)
    }
}

/// A typealias, identified by its scope and its index in the scope.
struct AliasReference: Sendable, Hashable {
    var scope: LookupScope
    var index: Int
}

/// A static or global value, identified by its scope and its index in the scope.
struct ValueReference: Sendable, Hashable {
    var scope: LookupScope
    var index: Int
}

/// A type's declaration or extension, identified by its file's index and its own index in the file.
struct DeclarationPart: Sendable, Hashable {
    var file: Int
    var type: Int
}

/// The place where a name is looked up: a file's index, and the index of the innermost type in the file, or -1
/// outside any type.
struct LookupScope: Sendable, Hashable {
    var file: Int
    var type: Int
}

extension NearNames {
    /// Returns the names of `@Model` classes that are similar to the given name.
    static func models(to name: String, in table: DeclarationTable) -> [String] {
        of(
            name.split(separator: ".").last.map(String.init) ?? name,
            among: table.files.flatMap { file in
                file.types.filter { type in type.attributes.contains { $0.name == "Model" } }.map(\.name)
            })
    }
}
