import SwiftSyntax

/// A reader that creates a ``ParsedFile`` from a file's syntax tree.
///
/// The bodies of instance methods, instance properties and initializers don't affect a schema, so
/// ``read(_:conditions:)`` only reads the bodies of `encode(to:)` and `init(from:)`.
struct DeclarationReader {
    /// The maximum nesting depth of types and `#if` directives.
    static let depthLimit = 60

    var file: ParsedFile
    let bytes: UnsafeBufferPointer<UInt8>
    private var depth = 0

    init(file: ParsedFile, bytes: UnsafeBufferPointer<UInt8>) {
        self.file = file
        self.bytes = bytes
    }

    var expressions: ExpressionReader { ExpressionReader(bytes: bytes) }

    /// Reads the declarations at the top level of a file or in a branch of a top-level `#if`.
    mutating func read(_ items: CodeBlockItemListSyntax, conditions: [Condition] = []) {
        for item in items {
            if case .decl(let declaration) = item.item {
                read(declaration, parent: -1, conditions: conditions)
            }
        }
    }

    private mutating func read(_ members: MemberBlockItemListSyntax, parent: Int, conditions: [Condition]) {
        for member in members { read(member.decl, parent: parent, conditions: conditions) }
    }

    private mutating func read(_ declaration: DeclSyntax, parent: Int, conditions: [Condition]) {
        switch declaration.kind {
        case .variableDecl:
            if let node = declaration.as(VariableDeclSyntax.self) { read(node, parent, conditions) }
        case .classDecl:
            if let node = declaration.as(ClassDeclSyntax.self) { read(node, .classType, parent, conditions) }
        case .structDecl:
            if let node = declaration.as(StructDeclSyntax.self) { read(node, .structure, parent, conditions) }
        case .enumDecl:
            if let node = declaration.as(EnumDeclSyntax.self) { read(node, .enumeration, parent, conditions) }
        case .actorDecl:
            if let node = declaration.as(ActorDeclSyntax.self) { read(node, .actor, parent, conditions) }
        case .protocolDecl:
            if let node = declaration.as(ProtocolDeclSyntax.self) { read(node, parent, conditions) }
        case .extensionDecl:
            if let node = declaration.as(ExtensionDeclSyntax.self) { read(node, parent, conditions) }
        case .typeAliasDecl:
            if let node = declaration.as(TypeAliasDeclSyntax.self) { read(node, parent, conditions) }
        case .enumCaseDecl:
            if let node = declaration.as(EnumCaseDeclSyntax.self) { read(node, parent, conditions) }
        case .functionDecl:
            if let node = declaration.as(FunctionDeclSyntax.self) { read(node, parent, conditions) }
        case .initializerDecl:
            if let node = declaration.as(InitializerDeclSyntax.self), parent >= 0 { read(node, parent, conditions) }
        case .macroExpansionDecl:
            if let node = declaration.as(MacroExpansionDeclSyntax.self), parent >= 0 {
                file.types[parent].macros.append(
                    ParsedMacro(
                        name: node.macroName.plainText, offset: node.start,
                        arguments: expressions.arguments(node.arguments), conditions: conditions))
            }
        case .importDecl:
            if let node = declaration.as(ImportDeclSyntax.self), let name = node.path.first?.name.plainText {
                file.imports.append(name)
                let isExported = node.attributes.contains {
                    $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "_exported"
                }
                if isExported { file.exports.append(name) }
            }
        case .ifConfigDecl:
            if let node = declaration.as(IfConfigDeclSyntax.self) { read(node, parent, conditions) }
        default: break
        }
    }

    private mutating func read(_ node: IfConfigDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        guard depth < Self.depthLimit else { return noteLimit(at: node) }
        depth += 1
        defer { depth -= 1 }
        let reader = ConditionReader(bytes: bytes)
        for (clause, condition) in zip(node.clauses, reader.conditions(of: node)) {
            if case .statements(let items) = clause.elements {
                for item in items {
                    if case .decl(let declaration) = item.item {
                        read(declaration, parent: parent, conditions: conditions + [condition])
                    }
                }
            } else if case .decls(let members) = clause.elements {
                read(members, parent: parent, conditions: conditions + [condition])
            }
        }
    }

    private mutating func noteLimit(at node: some SyntaxProtocol) {
        file.syntaxErrors.append(
            .init(message: "its declarations are nested too deeply", offset: node.start, isBeyondBounds: true))
    }

    // MARK: Types

    private mutating func read(
        _ node: some DeclGroupSyntax & NamedDeclSyntax & WithGenericParametersSyntax, _ kind: ParsedType.Kind,
        _ parent: Int, _ conditions: [Condition]
    ) {
        var type = ParsedType(
            kind: kind, name: node.name.plainText, offset: node.name.start, parent: Int32(parent))
        if let generics = node.genericParameterClause {
            type.generics = generics.parameters.map(\.name.plainText)
        }
        add(type, of: node, parent: parent, conditions: conditions)
    }

    private mutating func read(_ node: ProtocolDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        let type = ParsedType(
            kind: .protocolType, name: node.name.plainText, offset: node.name.start, parent: Int32(parent))
        add(type, of: node, parent: parent, conditions: conditions)
    }

    private mutating func read(_ node: ExtensionDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        let extended = TypeReader(bytes: bytes).read(node.extendedType)
        let type = ParsedType(
            kind: .extensionOf, name: extended.text, offset: node.extendedType.start, parent: Int32(parent),
            extended: extended)
        add(type, of: node, parent: parent, conditions: conditions)
    }

    private mutating func add(
        _ type: ParsedType, of node: some DeclGroupSyntax, parent: Int, conditions: [Condition]
    ) {
        guard depth < Self.depthLimit else { return noteLimit(at: node) }
        depth += 1
        defer { depth -= 1 }
        var type = type
        let reader = TypeReader(bytes: bytes)
        if let clause = node.inheritanceClause {
            type.inherited = clause.inheritedTypes.map { reader.read($0.type) }
        }
        if !node.attributes.isEmpty {
            type.attributes = AttributeReader(bytes: bytes).attributes(node.attributes)
            type.availability = AvailabilityReader.availability(node.attributes)
        }
        type.access = access(node.modifiers)
        type.conditions = conditions
        let index = file.types.count
        file.types.append(type)
        read(node.memberBlock.members, parent: index, conditions: conditions)
    }

    private mutating func read(_ node: TypeAliasDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        let alias = ParsedAlias(
            name: node.name.plainText, offset: node.name.start,
            generics: node.genericParameterClause?.parameters.map(\.name.plainText) ?? [],
            target: TypeReader(bytes: bytes).read(node.initializer.value), access: access(node.modifiers),
            conditions: conditions)
        if parent >= 0 { file.types[parent].aliases.append(alias) } else { file.aliases.append(alias) }
    }

    private mutating func read(_ node: EnumCaseDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        guard parent >= 0 else { return }
        let reader = TypeReader(bytes: bytes)
        for element in node.elements {
            let associated: [ParsedCase.AssociatedValue] =
                element.parameterClause?.parameters.map { parameter -> ParsedCase.AssociatedValue in
                    let label = parameter.firstName?.plainText
                    return ParsedCase.AssociatedValue(
                        label: label == "_" ? nil : label, type: reader.read(parameter.type))
                } ?? []
            file.types[parent].cases.append(
                ParsedCase(
                    name: element.name.plainText, rawValue: element.rawValue.map { expressions.read($0.value) },
                    associated: associated, conditions: conditions, offset: element.name.start))
        }
    }

    // MARK: Values

    private mutating func read(_ node: VariableDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        var isStatic = false
        var isLazy = false
        var isOverride = false
        for modifier in node.modifiers {
            switch modifier.name.tokenKind {
            case .keyword(.static), .keyword(.class): isStatic = true
            case .keyword(.lazy): isLazy = true
            case .keyword(.override): isOverride = true
            default: break
            }
        }
        let keepsBody = isStatic || parent < 0
        let attributes = node.attributes.isEmpty ? [] : AttributeReader(bytes: bytes).attributes(node.attributes)
        let access = access(node.modifiers)
        let types = TypeReader(bytes: bytes)
        let first = file.valueCount(in: parent)
        for binding in node.bindings {
            var value = ParsedValue(
                kind: .stored, name: "", offset: binding.pattern.start, isStatic: isStatic, isLazy: isLazy,
                isConstant: node.bindingSpecifier.tokenKind == .keyword(.let),
                type: binding.typeAnnotation.map { types.read($0.type) },
                initial: binding.initializer.map { expressions.read($0.value) }, attributes: attributes,
                isolation: ActorIsolation(node.attributes, node.modifiers), access: access,
                conditions: conditions)
            if let pattern = binding.pattern.as(IdentifierPatternSyntax.self) {
                value.name = pattern.identifier.plainText
            } else {
                value.kind = .pattern
                value.name = SourceText(bytes: bytes).collapsed(binding.pattern)
            }
            if let block = binding.accessorBlock {
                read(block, keepsBody: keepsBody, into: &value)
                if parent >= 0, !isStatic, file.types[parent].mayBeEncoded,
                    let code = CoderReader.representation(named: value.name, block, conditions: conditions)
                {
                    file.types[parent].coders.append(code)
                }
            }
            // An override that has observers doesn't have storage.
            if isOverride { value.kind = .computed }
            append(value, to: parent)
        }
        spreadType(in: parent, from: first)
    }

    /// Adds the missing types in a declaration such as `var a, b: Int`. A binding without a type and a value gets the
    /// type of the binding after it.
    private mutating func spreadType(in parent: Int, from first: Int) {
        let count = file.valueCount(in: parent)
        guard count - first > 1 else { return }
        var type: TypeExpression?
        for index in (first..<count).reversed() {
            file.withValue(at: index, in: parent) { value in
                if let own = value.type {
                    type = own
                } else if value.initial == nil {
                    value.type = type
                } else {
                    type = nil
                }
            }
        }
    }

    private func read(_ block: AccessorBlockSyntax, keepsBody: Bool, into value: inout ParsedValue) {
        if case .getter(let items) = block.accessors {
            value.kind = .computed
            if keepsBody { value.body = expressions.statements(items, isBody: true) }
        } else if case .accessors(let accessors) = block.accessors {
            for accessor in accessors {
                switch accessor.accessorSpecifier.tokenKind {
                case .keyword(.willSet), .keyword(.didSet): break
                case .keyword(.get):
                    value.kind = .computed
                    if keepsBody, let body = accessor.body {
                        value.body = expressions.statements(body.statements, isBody: true)
                    }
                default: value.kind = .computed
                }
            }
        }
    }

    private mutating func read(_ node: FunctionDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        if parent >= 0, file.types[parent].mayBeEncoded, let coder = CoderReader.read(node, conditions: conditions) {
            file.types[parent].coders.append(coder)
            return
        }
        let isStatic = node.modifiers.contains {
            $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class)
        }
        let parameters = node.signature.parameterClause.parameters
        guard isStatic || parent < 0, let result = node.signature.returnClause,
            parameters.isEmpty || Self.makesParts(of: result.type)
        else { return }
        let types = TypeReader(bytes: bytes)
        append(
            ParsedValue(
                kind: .function, name: node.name.plainText, offset: node.name.start, isStatic: isStatic,
                isLazy: false, type: types.read(result.type),
                body: node.body.map { expressions.statements($0.statements, isBody: true) },
                parameters: read(parameters),
                generics: node.genericParameterClause?.parameters.map(\.name.plainText) ?? [],
                attributes: [], access: access(node.modifiers), conditions: conditions),
            to: parent)
    }

    private func read(_ parameters: FunctionParameterListSyntax) -> [ParsedParameter] {
        parameters.map { parameter in
            let label = parameter.firstName.plainText
            return ParsedParameter(
                label: label == "_" ? nil : label, name: (parameter.secondName ?? parameter.firstName).plainText,
                type: TypeReader(bytes: bytes).read(parameter.type),
                initial: parameter.defaultValue.map { expressions.read($0.value) },
                isVariadic: parameter.ellipsis != nil)
        }
    }

    /// Returns whether a function's result may be part of a version or plan, because its type contains `Type`, `Stage`
    /// or `Version`, as in `[any PersistentModel.Type]`.
    private static func makesParts(of type: TypeSyntax) -> Bool {
        let text = type.trimmedDescription
        return ["Type", "Stage", "Version"].contains { text.contains($0) }
    }

    private mutating func read(_ node: InitializerDeclSyntax, _ parent: Int, _ conditions: [Condition]) {
        file.types[parent].initializers.append(
            ParsedInitializer(
                parameters: read(node.signature.parameterClause.parameters), assignments: assignments(in: node),
                conditions: conditions))
        if file.types[parent].mayBeEncoded, let coder = CoderReader.read(node, conditions: conditions) {
            file.types[parent].coders.append(coder)
        }
        let parameters = node.signature.parameterClause.parameters
        guard parameters.count == 1, let only = parameters.first else { return }
        if file.types[parent].mayBeEncoded, let body = node.body,
            let code = CoderReader.representation(named: only.firstName.plainText, body, conditions: conditions)
        {
            file.types[parent].coders.append(code)
        }
        guard only.firstName.plainText == "rawValue" else { return }
        file.types[parent].rawValueParameter = TypeReader(bytes: bytes).read(only.type)
    }

    private mutating func append(_ value: ParsedValue, to parent: Int) {
        if parent >= 0 { file.types[parent].values.append(value) } else { file.values.append(value) }
    }

    // MARK: Modifiers

    private func access(_ modifiers: DeclModifierListSyntax) -> ParsedAccess {
        for modifier in modifiers where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.private), .keyword(.fileprivate): return .file
            case .keyword(.public), .keyword(.open), .keyword(.package): return .outside
            default: break
            }
        }
        return .inside
    }
}

extension ParsedType {
    /// Whether the declaration may be a value type, or extend one.
    fileprivate var mayBeEncoded: Bool { kind != .classType && kind != .actor }
}

extension ParsedFile {
    fileprivate func valueCount(in parent: Int) -> Int { parent >= 0 ? types[parent].values.count : values.count }

    fileprivate mutating func withValue(at index: Int, in parent: Int, _ body: (inout ParsedValue) -> Void) {
        if parent >= 0 { body(&types[parent].values[index]) } else { body(&values[index]) }
    }
}

extension DeclarationReader {
    /// Reads the calls that create containers, anywhere in the file.
    mutating func readContainerCalls(in tree: SourceFileSyntax) {
        let visitor = CodeVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        readContainerCalls(of: visitor, failures: nil)
    }

    /// Reads the code that affects stores, anywhere in the file: calls that create containers, store copies, batch
    /// deletes, and the fetches and calls in functions.
    mutating func readCode(in tree: SourceFileSyntax) {
        let visitor = CodeVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        let types = typeIndices
        let configured = (visitor.calls["ModelConfiguration"] ?? []).compactMap { $0.value(of: "url")?.namePath?.last }
        let address = StoreAddress(configured: Set(configured))
        let failures = FailureReader(code: visitor, address: address)
        let deletesFiles = visitor.calls["removeItem"] != nil
        file.functions = visitor.functions.map { function in
            let code = HookReader.read(function.body, types: TypeReader(bytes: bytes))
            return ParsedFunction(
                name: function.name, scope: Self.scope(of: function.body, types), isolation: function.isolation,
                deletions: deletesFiles ? failures.deletions(in: function) : [],
                takesContext: function.parameters.contains { $0.type.trimmedDescription.contains("ModelContext") },
                types: code.types.filter { $0.path.first?.first?.isUppercase == true }, body: code.body)
        }
        readContainerCalls(of: visitor, failures: failures)
        if !isOfTests { file.coreDataContainers = CoreDataContainerReader(code: visitor, tree: tree).containers }
        file.storeCopies = StoreCopyReader(code: visitor, address: address).copies
        file.batchDeletes =
            isOfTests ? [] : BatchDeleteReader(code: visitor) { Self.scope(of: $0, types) }.deletes
    }

    private mutating func readContainerCalls(of visitor: CodeVisitor, failures: FailureReader?) {
        let types = typeIndices
        let reader = ContainerCallReader(
            expressions: expressions, conditions: ConditionReader(bytes: bytes), failures: failures)
        for name in ContainerCallReader.names {
            for node in visitor.calls[name] ?? [] {
                guard var call = reader.call(node) else { continue }
                call.scope = Self.scope(of: node, types)
                if isOfTests, !call.isPreview, failures != nil {
                    let stores = UnfinishedStore(
                        code: visitor, stores: StoreTracer(code: visitor).stores(of: node))
                    call.opensCopy = stores.isCopied(before: node)
                    call.earlierCalls = stores.earlierContainers(before: node).map(\.callStart)
                }
                call.isPreview = call.isPreview || isOfTests
                file.containerCalls.append(call)
            }
        }
    }

    private var isOfTests: Bool { file.imports.contains { $0 == "XCTest" || $0 == "Testing" } }

    /// The indices of the file's types, keyed by the offset of the type's name.
    private var typeIndices: [Int32: Int32] {
        Dictionary(
            file.types.enumerated().map { ($1.offset, Int32($0)) }, uniquingKeysWith: { first, _ in first })
    }

    private static func scope(of node: some SyntaxProtocol, _ types: [Int32: Int32]) -> Int32 {
        node.enclosingType.flatMap { types[$0.offset] } ?? -1
    }
}
