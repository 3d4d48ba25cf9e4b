import SwiftSyntax

/// The source of a model class as it shipped, without the parts that don't affect stores.
///
/// The source keeps:
/// - the `@Model` and `@available` attributes, the superclass, `#Unique` and `#Index`
/// - every stored property with its attributes, its type, and its default as written
/// - `#if` conditions around these parts, and the nested types and static constants that they refer to
/// - the members that a stage's code uses, and the members that these members use
/// - comments that suppress findings about these members
///
/// The source omits other methods, computed properties, observers, transient properties, protocols and other comments,
/// because they aren't part of a version hash.
struct FrozenClass {
    let name: String
    let node: ClassDeclSyntax
    let file: SwiftFile
    /// The superclass's name, or nil if the superclass isn't also frozen.
    let parent: String?
    /// The names of the types that enclose the class, outermost first. Empty for a top-level class.
    var enclosingTypes: [String] { node.enclosingPath }
    private let kept: [Member]
    /// The identifiers in the parts that affect stores.
    let identifiers: Set<String>
    private let stored: [StoredProperty]

    /// A parameter of the class's initializer, with the name and type of the stored property that it is assigned to.
    struct Parameter {
        let name: String
        let type: String
    }

    struct Member {
        let item: MemberBlockItemSyntax
        let file: SwiftFile
        /// The access modifier of the extension that declares the member. Empty if the extension has no access
        /// modifier, or if the class itself declares the member.
        var access = ""
    }

    private struct StoredProperty {
        let item: MemberBlockItemSyntax
        let parameters: [Parameter]
    }

    /// Determines which parts of a class to keep.
    ///
    /// - Parameters:
    ///   - classes: the names of all classes that are frozen together. They may include the superclass.
    ///   - code: the members and types that the code of stages uses.
    ///   - extensions: the members in the class's extensions.
    init(
        _ node: ClassDeclSyntax, in file: SwiftFile, among classes: Set<String>, for code: StageCode,
        extensions: [Member]
    ) {
        self.node = node
        self.file = file
        name = node.name.text
        parent = node.inheritanceClause?.inheritedTypes
            .compactMap { $0.type.trimmedDescription.split(separator: ".").last.map(String.init) }
            .first { classes.contains($0) }
        // A nested class that is also frozen gets its own copy.
        let members = Array(node.memberBlock.members).filter { item in
            item.decl.as(ClassDeclSyntax.self).map { !classes.contains($0.name.text) } ?? true
        }
        stored = members.compactMap { item in Self.stored(item) }
        var items = members.filter { item in
            item.decl.is(MacroExpansionDeclSyntax.self) || Self.stored(item) != nil || Self.hasStoredProperty(item)
        }
        // Add the members that the kept parts refer to, directly or through other members.
        var names = Set(items.flatMap { Self.identifiers(in: Syntax($0)) })
        while true {
            let more = (members + extensions.map(\.item)).filter { item in
                !items.contains(item) && !Self.names(of: item).isDisjoint(with: names)
            }
            if more.isEmpty { break }
            items += more
            names.formUnion(more.flatMap { Self.identifiers(in: Syntax($0)) })
        }
        identifiers = names
        // Add the members that the code of stages uses, directly or through other members.
        let all = members.map { Member(item: $0, file: file) } + extensions
        var ids = Set(items.map(\.id))
        var used = code.members
        let isMade = code.made.contains(node.name.text)
        while true {
            let more = all.filter { member in
                !ids.contains(member.item.id)
                    && (member.item.decl.is(InitializerDeclSyntax.self)
                        ? isMade : !Self.allNames(of: member.item).isDisjoint(with: used))
            }
            if more.isEmpty { break }
            ids.formUnion(more.map(\.item.id))
            used.formUnion(more.flatMap { Self.identifiers(in: Syntax($0.item)) })
        }
        kept = all.filter { ids.contains($0.item.id) }
    }

    func keeps(_ item: MemberBlockItemSyntax) -> Bool { kept.contains { $0.item.id == item.id } }

    /// The files that contain the kept source.
    var files: [SwiftFile] { [file] + kept.map(\.file) }

    /// The initializer's parameters for the class's own stored properties. The superclass's parameters aren't included.
    var parameters: [Parameter] { stored.flatMap(\.parameters) }

    /// Returns the kept source, with every line indented. Adds an initializer for the stored properties if the kept
    /// members don't include it.
    ///
    /// - Parameters:
    ///   - inherited: the parameters of the superclass's initializer.
    ///   - names: the names to replace.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    func text(indent: String, inherited: [Parameter], _ names: ReplacedNames) throws -> String {
        var lines: [String] = []
        for attribute in node.attributes {
            guard let attribute = attribute.as(AttributeSyntax.self),
                ["Model", "SwiftData.Model", "available"].contains(attribute.attributeName.trimmedDescription)
            else { continue }
            lines.append(indent + file.text(attribute))
        }
        let modifiers = node.modifiers.map { file.text($0) + " " }.joined()
        lines.append("\(indent)\(modifiers)class \(name)\(parent.map { ": \($0)" } ?? "") {")
        let inner = indent + "    "
        for member in kept {
            lines += Self.suppressions(of: member.item).map { inner + $0 }
            lines.append(inner + (try text(of: member, indent: inner, names)))
        }
        if !hasInitializer(inherited + parameters) {
            lines.append("")
            lines += initializer(indent: inner, inherited: inherited)
        }
        lines.append(indent + "}")
        return lines.joined(separator: "\n")
    }

    /// Returns the comments that suppress findings about a member. The copy has the same findings.
    private static func suppressions(of item: MemberBlockItemSyntax) -> [String] {
        (Array(item.leadingTrivia) + Array(item.trailingTrivia)).compactMap { piece in
            guard case .lineComment(let text) = piece, text.hasPrefix("// permafrost:ignore ") else { return nil }
            return text
        }
    }

    private func text(of member: Member, indent: String, _ names: ReplacedNames) throws -> String {
        let (item, file) = (member.item, member.file)
        var edits = TextEdits()
        if let variable = item.decl.as(VariableDeclSyntax.self) {
            for binding in variable.bindings {
                guard let observers = binding.accessorBlock, Self.isStored(binding) else { continue }
                let start = observers.previousToken(viewMode: .sourceAccurate)?.endPositionBeforeTrailingTrivia
                    .utf8Offset
                edits.replace((start ?? observers.bounds.lowerBound)..<observers.bounds.upperBound, with: "")
            }
        }
        if !member.access.isEmpty, !Self.hasAccessModifier(item) {
            edits.insert(member.access + " ", at: item.decl.firstModifierOrKeyword)
        }
        let old = file.indentation(at: item.bounds.lowerBound)
        let lines = try names.text(of: Syntax(item.decl), in: file, edits).replacing("\r\n", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { number, line in
            number > 0 && line.hasPrefix(old) && !line.isEmpty ? indent + line.dropFirst(old.count) : String(line)
        }.joined(separator: "\n")
    }

    /// Returns whether the kept members include an initializer with the given parameters.
    private func hasInitializer(_ parameters: [Parameter]) -> Bool {
        kept.contains { member in
            guard let own = member.item.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters else {
                return false
            }
            return own.map { "\($0.firstName.text): \($0.type.trimmedDescription)" }
                == parameters.map { "\($0.name): \($0.type)" }
        }
    }

    /// Returns the lines of an initializer that assigns the stored properties without a default.
    func initializer(indent: String, inherited: [Parameter]) -> [String] {
        let own = parameters
        let list = (inherited + own).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        if own.isEmpty, inherited.isEmpty {
            return [indent + (parent == nil ? "init() {}" : "override init() { super.init() }")]
        }
        // The superclass's initializer has the same parameters.
        let isOverride = parent != nil && own.isEmpty
        var lines = ["\(indent)\(isOverride ? "override " : "")init(\(list)) {"]
        lines += own.map { "\(indent)    self.\($0.name) = \($0.name)" }
        if parent != nil {
            let arguments = inherited.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
            lines.append("\(indent)    super.init(\(arguments))")
        }
        return lines + [indent + "}"]
    }

    // MARK: Members

    /// Returns a member's stored property. Returns nil if the member isn't a stored property, or is static or
    /// transient.
    private static func stored(_ item: MemberBlockItemSyntax) -> StoredProperty? {
        guard let variable = item.decl.as(VariableDeclSyntax.self),
            !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }),
            variable.bindings.allSatisfy(isStored), !isTransient(variable)
        else { return nil }
        let isConstant = variable.bindingSpecifier.text == "let"
        var type: String?
        let parameters = variable.bindings.reversed().compactMap { binding -> Parameter? in
            type = binding.typeAnnotation?.type.trimmedDescription ?? type
            guard binding.initializer == nil, let type else { return nil }
            let isOptional = type.hasSuffix("?") || type.hasSuffix("!")
            guard !isOptional || isConstant else { return nil }
            return Parameter(
                name: binding.pattern.trimmedDescription, type: type.hasSuffix("!") ? type.dropLast() + "?" : type)
        }
        return StoredProperty(item: item, parameters: parameters.reversed())
    }

    /// Returns whether a member is an `#if` block that contains a stored property and is therefore kept unchanged.
    private static func hasStoredProperty(_ item: MemberBlockItemSyntax) -> Bool {
        guard let condition = item.decl.as(IfConfigDeclSyntax.self) else { return false }
        return condition.clauses.contains { clause in
            guard case .decls(let members)? = clause.elements else { return false }
            return members.contains { stored($0) != nil || hasStoredProperty($0) }
        }
    }

    static func isTransient(_ variable: VariableDeclSyntax) -> Bool {
        variable.attributes.contains { attribute in
            attribute.as(AttributeSyntax.self).map {
                ["Transient", "SwiftData.Transient"].contains($0.attributeName.trimmedDescription)
            } ?? false
        }
    }

    /// Returns whether a binding has storage, because it has no accessors or only observers.
    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard let block = binding.accessorBlock else { return true }
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }

    private static func hasAccessModifier(_ item: MemberBlockItemSyntax) -> Bool {
        let levels: Set = ["public", "package", "internal", "fileprivate", "private", "open"]
        let modifiers = item.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        return modifiers.contains { $0.detail == nil && levels.contains($0.name.text) }
    }

    /// Returns the names that a nested type or static property declares, or an empty set for any other member.
    private static func names(of item: MemberBlockItemSyntax) -> Set<String> {
        if let name = item.decl.typeName { return [name] }
        guard let variable = item.decl.as(VariableDeclSyntax.self),
            variable.modifiers.contains(where: { $0.name.text == "static" })
        else { return [] }
        return Set(variable.bindings.map { $0.pattern.trimmedDescription })
    }

    /// Returns the names that a method, property or nested type declares.
    private static func allNames(of item: MemberBlockItemSyntax) -> Set<String> {
        if let method = item.decl.as(FunctionDeclSyntax.self) { return [method.name.text] }
        guard let variable = item.decl.as(VariableDeclSyntax.self) else { return names(of: item) }
        return Set(variable.bindings.map { $0.pattern.trimmedDescription })
    }

    static func identifiers(in node: Syntax) -> [String] {
        node.tokens(viewMode: .sourceAccurate).compactMap { token in
            if case .identifier(let name) = token.tokenKind { name } else { nil }
        }
    }
}

extension DeclSyntax {
    /// The offset after the attributes, where a modifier can be inserted.
    fileprivate var firstModifierOrKeyword: Int {
        let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes
        guard let attributes, !attributes.isEmpty,
            let next = attributes.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
        else { return bounds.lowerBound }
        return next.bounds.lowerBound
    }
}

extension TokenSyntax {
    /// Returns whether the token is an identifier with the given name. A string literal's content isn't an identifier.
    func names(_ name: String) -> Bool { if case .identifier(let own) = tokenKind { own == name } else { false } }

    /// Whether the token may be the first part of a reference to a type. False for a member after a dot, for an
    /// argument label, and for the name of a declaration.
    var isTypeReference: Bool {
        guard case .identifier = tokenKind, let parent, !isLocalType(plainText) else { return false }
        if let reference = parent.as(DeclReferenceExprSyntax.self) {
            // The root of a key path is a type, and its components are members.
            if reference.parent?.is(KeyPathPropertyComponentSyntax.self) == true { return false }
            guard let member = reference.parent?.as(MemberAccessExprSyntax.self) else { return true }
            return member.declName.id != reference.id
        }
        return parent.is(IdentifierTypeSyntax.self)
    }
}

extension FrozenClass {
    /// Returns the classes to freeze: the requested classes that the newest version shipped with, except for classes
    /// that are nested in a version.
    ///
    /// - Parameters:
    ///   - aliases: the names of the typealiases for the newest version. Requested classes in extensions of these
    ///     typealiases are also included.
    ///   - plan: the plan, whose stages can use members of the classes.
    ///   - sources: the sources that declare the shipped version.
    /// - Throws: `NextVersionDraft.Problem` if a class isn't at its recorded location, or `UnreadableFile` if a file
    ///   can't be read or parsed.
    static func all(
        _ request: NextVersionRequest, aliases: Set<String>, plan: VersionPieces?, in sources: SourceSet
    ) throws -> [FrozenClass] {
        let names = Set(request.frozen)
        let code = StageCode(of: plan)
        let extensions = try StageCode.extensions(
            of: names, in: aliases.union([request.current.type]), sources)
        return try request.shipped.classes.filter { names.contains($0.key) }.sorted {
            ($0.value.file, $0.value.line) < ($1.value.file, $1.value.line)
        }.compactMap { entity, place in
            let file = try sources.file(place.file)
            guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self) else {
                throw NextVersionProblem.moved(entity, place)
            }
            guard isLive(node, aliases, request.versions) else { return nil }
            return FrozenClass(node, in: file, among: names, for: code, extensions: extensions[node.name.text] ?? [])
        }
    }

    /// Returns whether a class moves to the next version, because it is outside all versions or in an extension of a
    /// typealias for the newest version.
    private static func isLive(_ node: ClassDeclSyntax, _ aliases: Set<String>, _ versions: Set<String>) -> Bool {
        let path = node.enclosingPath
        return aliases.contains(path.joined(separator: "."))
            || !path.indices.contains { versions.contains(path[...$0].joined(separator: ".")) }
    }
}
