import SwiftSyntax

/// The file or folder that a URL, a path or a configuration refers to.
struct StoreTrace {
    /// The expressions, parameters and variables that have the same value, or whose file is next to it with a suffix
    /// such as `-wal`.
    var origins: Set<SyntaxIdentifier> = []
    /// The functions whose result this is.
    var makers: Set<SyntaxIdentifier> = []
    /// The file's name, or nil if it isn't known.
    var name: String?
    /// A text that is equal for equal folders. Nil if the folder isn't known.
    var folder: String?
    /// Whether this is the folder of the file with the same ``origins``.
    var isFolder = false
    /// The file with the same ``origins`` is in the folder of this file.
    var isNeighbor = false
    /// Whether the file's extension was removed.
    var isStem = false
    /// Whether the file is in the app's bundle or in a folder for temporary files.
    var isElsewhere = false

    /// The relation of a file to the file of a store.
    enum Relation {
        case same
        /// The names are equal, but it isn't known whether the folders are.
        case sameName
        case different
    }

    /// Returns the relation of this file or folder to a store's file. A folder that contains the store counts as the
    /// store.
    ///
    /// - Parameter anywhere: whether a file in the app's bundle or in a folder for temporary files can be the store.
    func relation(to store: StoreTrace, anywhere: Bool = false) -> Relation {
        guard anywhere || !isElsewhere && !store.isElsewhere else { return .different }
        if !origins.isDisjoint(with: store.origins) {
            return !isNeighbor || name != nil && name == store.name ? .same : .different
        }
        guard !isFolder, let name, name == store.name else { return .different }
        guard let folder, let other = store.folder else { return .sameName }
        return folder == other ? .same : .different
    }
}

/// A tracer of URLs, paths and configurations in one file. It follows constants, variables, loops, closures, and the
/// arguments of the calls that lead to a function.
struct StoreTracer {
    /// The maximum number of names and calls to follow in a chain.
    private static let depthLimit = 24
    /// The folder of a configuration without a URL.
    private static let supportFolder = "Application Support"
    /// The suffixes of the files next to a store.
    private static let companions = ["-wal", "-shm", "_SUPPORT"]
    private static let endings = [".store", ".sqlite", ".sqlite3", ".sqlitedb", ".db"]
    /// Methods and properties whose result is the same file, the same list, or one of its elements.
    private static let transparent: Set<String> = [
        "path", "absoluteURL", "absoluteString", "relativePath", "standardizedFileURL", "standardized", "filePathURL",
        "resolvingSymlinksInPath", "standardizingPath", "first", "last", "filter", "reversed", "sorted", "lazy",
        "prefix",
        "dropFirst", "compactMap", "flatMap", "map", "url", "configurations", "absoluteURL", "union", "self",
        "persistentStoreDescriptions", "persistentStoreCoordinator", "persistentStores",
    ]

    let code: CodeVisitor

    /// Returns the stores that a call's container opens.
    func stores(of call: FunctionCallExprSyntax, in frame: CallFrame? = nil) -> [StoreTrace] {
        guard let start = call.arguments.firstIndex(where: { $0.label?.text == "configurations" }) else {
            if let only = call.value(of: "configuration") { return traces(of: FramedExpression(only, in: frame)) }
            return [StoreTrace(name: "default.store", folder: Self.supportFolder)]
        }
        let arguments = call.arguments[start...]
        let given = [arguments.first].compactMap(\.self) + arguments.dropFirst().prefix { $0.label == nil }
        return given.flatMap { traces(of: FramedExpression($0.expression, in: frame)) }
    }

    /// Returns the files that an expression may refer to. Omits files that can't be determined.
    func traces(of expression: FramedExpression) -> [StoreTrace] {
        var rest = 400
        return traces(of: expression, 0, &rest)
    }

    private func traces(of expression: FramedExpression, _ depth: Int, _ rest: inout Int) -> [StoreTrace] {
        guard depth < Self.depthLimit, rest > 0 else { return [] }
        rest -= 1
        let (node, frame) = (expression.node, expression.frame)
        func inner(_ node: ExprSyntax) -> [StoreTrace] {
            traces(of: FramedExpression(node, in: frame), depth + 1, &rest)
        }
        if let inside = node.unwrapped { return inner(inside) }
        if let list = node.as(ArrayExprSyntax.self) { return list.elements.flatMap { inner($0.expression) } }
        if let sequence = node.as(SequenceExprSyntax.self) { return self.sequence(sequence, frame, depth, &rest) }
        if let choice = node.as(TernaryExprSyntax.self) {
            return inner(choice.thenExpression) + inner(choice.elseExpression)
        }
        if let literal = node.as(StringLiteralExprSyntax.self) { return self.literal(literal, frame, depth, &rest) }
        if let subscripted = node.as(SubscriptCallExprSyntax.self) { return inner(subscripted.calledExpression) }
        if let call = node.as(FunctionCallExprSyntax.self) { return self.call(call, frame, depth, &rest) }
        if let member = node.as(MemberAccessExprSyntax.self) { return self.member(member, frame, depth, &rest) }
        if let name = node.as(DeclReferenceExprSyntax.self) {
            return named(name.baseName.plainText, FramedExpression(node, in: frame), depth, &rest)
        }
        return []
    }

    // MARK: Names

    private func named(_ name: String, _ use: FramedExpression, _ depth: Int, _ rest: inout Int) -> [StoreTrace] {
        if let value = use.node.value(named: name) {
            guard value.id != use.node.id else { return [] }
            let isList = use.node.iterates(named: name)
            return traces(of: FramedExpression(value, in: use.frame), depth + 1, &rest).map { trace in
                isList ? trace : trace.adding(use.origin(of: value))
            }
        }
        if let parameter = use.node.parameter(named: name) {
            guard let frame = use.frame?.innermost(of: parameter.declaration),
                let argument = frame.argument(for: parameter)
            else { return [StoreTrace(origins: [parameter.id])] }
            return traces(of: FramedExpression(argument, in: frame.caller), depth + 1, &rest)
        }
        let owner = use.node.enclosingType?.name
        let bindings = (code.members[name] ?? []).filter { $0.enclosingType?.name == owner }
        if bindings.count == 1 { return self.binding(bindings[0], depth, &rest) }
        // A member of the value whose method contains the name, such as `url` in an extension of ModelConfiguration.
        guard name == "self" || Self.transparent.contains(name), let frame = use.frame, let receiver = frame.receiver,
            owner == frame.declaration.enclosingType?.name
        else { return [] }
        return traces(of: FramedExpression(receiver, in: frame.caller), depth + 1, &rest)
    }

    /// Returns the file that a member of a type refers to.
    private func binding(_ binding: PatternBindingSyntax, _ depth: Int, _ rest: inout Int) -> [StoreTrace] {
        var found: [StoreTrace] = []
        if let value = binding.initializer?.value {
            found = traces(of: FramedExpression(value), depth + 1, &rest)
        } else if case .getter(let items)? = binding.accessorBlock?.accessors, let result = items.onlyResult {
            found = traces(of: FramedExpression(result), depth + 1, &rest)
        }
        return found.isEmpty ? [StoreTrace(origins: [binding.id])] : found.map { $0.adding(binding.id) }
    }

    private func member(
        _ node: MemberAccessExprSyntax, _ frame: CallFrame?, _ depth: Int, _ rest: inout Int
    ) -> [StoreTrace] {
        let name = node.declName.baseName.plainText
        if let folder = Self.folder(named: name) {
            return [StoreTrace(folder: folder, isElsewhere: folder == "temporary")]
        }
        guard let base = node.base else { return [] }
        if let path = base.namePath, let last = path.last {
            if last == "self" || last == "Self", path.count == 1 {
                return named(name, FramedExpression(ExprSyntax(node), in: frame), depth, &rest)
            }
            let bindings = (code.members[name] ?? []).filter { $0.enclosingType?.name == last }
            if bindings.count == 1 { return binding(bindings[0], depth, &rest) }
        }
        guard Self.transparent.contains(name) else { return [] }
        return traces(of: FramedExpression(base, in: frame), depth + 1, &rest)
    }

    private static func folder(named name: String) -> String? {
        switch name {
        case "applicationSupportDirectory": supportFolder
        case "documentsDirectory", "documentDirectory": "Documents"
        case "libraryDirectory", "cachesDirectory": name
        case "temporaryDirectory": "temporary"
        default: nil
        }
    }

    // MARK: Parts of paths

    private func sequence(
        _ node: SequenceExprSyntax, _ frame: CallFrame?, _ depth: Int, _ rest: inout Int
    ) -> [StoreTrace] {
        let elements = Array(node.elements)
        guard let first = elements.first else { return [] }
        func inner(_ node: ExprSyntax) -> [StoreTrace] {
            traces(of: FramedExpression(node, in: frame), depth + 1, &rest)
        }
        if let choice = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
            let then = elements[choice].as(UnresolvedTernaryExprSyntax.self)?.thenExpression,
            choice + 1 < elements.count
        {
            return inner(then) + inner(elements[choice + 1])
        }
        let signs = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        guard signs.allSatisfy({ $0 == "+" || $0 == "??" }) else { return [] }
        let parts = elements.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        if signs.contains("??") || first.is(ArrayExprSyntax.self)
            || elements.contains(where: { $0.is(ArrayExprSyntax.self) })
        {
            return parts.flatMap(inner)
        }
        guard signs.count > 0 else { return inner(first) }
        return parts.dropFirst().reduce(inner(first)) { found, part in
            found.map {
                $0.adding(suffix: text(of: part, frame), at: FramedExpression(part, in: frame).origin(of: part))
            }
        }
    }

    private func literal(
        _ node: StringLiteralExprSyntax, _ frame: CallFrame?, _ depth: Int, _ rest: inout Int
    ) -> [StoreTrace] {
        var found: [StoreTrace]?
        let use = FramedExpression(ExprSyntax(node), in: frame)
        for segment in node.segments {
            if let text = segment.as(StringSegmentSyntax.self)?.content.text {
                guard !text.isEmpty else { continue }
                if let all = found {
                    found = all.map { $0.adding(suffix: text, at: use.origin(of: use.node)) }
                } else {
                    guard let last = text.split(separator: "/").last else { continue }
                    found = [StoreTrace(origins: [], name: Self.storeName(String(last)))]
                }
            } else if let inside = segment.as(ExpressionSegmentSyntax.self)?.expressions.first?.expression {
                found = found ?? traces(of: FramedExpression(inside, in: frame), depth + 1, &rest)
            }
        }
        return (found ?? []).filter { !$0.origins.isEmpty || $0.name != nil }
    }

    /// Returns the name of a store for the name of one of its files, or nil if it isn't the name of a store.
    static func storeName(_ file: String) -> String? {
        var name = file
        for suffix in companions where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        return endings.contains(where: name.hasSuffix) ? name : nil
    }

    /// Returns the value of a string literal, or of a constant with one. For a list, returns its first element that
    /// isn't empty. Returns nil if the value isn't known.
    private func text(of node: ExprSyntax, _ frame: CallFrame?, depth: Int = 0) -> String? {
        guard depth < 8 else { return nil }
        if let inside = node.unwrapped { return text(of: inside, frame, depth: depth + 1) }
        if let literal = node.as(StringLiteralExprSyntax.self) { return literal.representedLiteralValue }
        if let list = node.as(ArrayExprSyntax.self) {
            let texts = list.elements.map { text(of: $0.expression, frame, depth: depth + 1) }
            return texts.first { $0?.isEmpty == false } ?? texts.first ?? nil
        }
        guard let name = node.namePath?.last else { return nil }
        if let value = node.value(named: name), value.id != node.id { return text(of: value, frame, depth: depth + 1) }
        guard let parameter = node.parameter(named: name), let found = frame?.innermost(of: parameter.declaration)
        else {
            return nil
        }
        return found.argument(for: parameter).flatMap { text(of: $0, found.caller, depth: depth + 1) }
    }

    // MARK: Calls

    private func call(
        _ node: FunctionCallExprSyntax, _ frame: CallFrame?, _ depth: Int, _ rest: inout Int
    ) -> [StoreTrace] {
        let first = node.arguments.first?.expression
        let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
        let origin = FramedExpression(ExprSyntax(node), in: frame).origin(of: ExprSyntax(node))
        func inner(_ node: ExprSyntax?) -> [StoreTrace] {
            node.map { traces(of: FramedExpression($0, in: frame), depth + 1, &rest) } ?? []
        }
        switch node.calledName {
        case "ModelConfiguration",
            "init" where node.value(of: "url") != nil:
            if let url = node.value(of: "url") { return inner(url).map { $0.adding(origin) } }
            let isPlain = node.value(of: "groupContainer") == nil
            let name = node.arguments.first.flatMap { $0.label == nil ? $0.expression : nil }
            return [
                StoreTrace(
                    origins: Set([origin].compactMap(\.self)),
                    name: (name.map { text(of: $0, frame) } ?? "default").map { $0 + ".store" },
                    folder: isPlain ? Self.supportFolder : nil)
            ]
        case "ModelContainer": return stores(of: node, in: frame)
        case "NSPersistentContainer", "NSPersistentCloudKitContainer":
            return [
                StoreTrace(
                    origins: Set([origin].compactMap(\.self)),
                    name: node.value(of: "name").flatMap { text(of: $0, frame) }.map { $0 + ".sqlite" },
                    folder: Self.supportFolder)
            ]
        case "NSPersistentStoreDescription": return inner(node.value(of: "url"))
        case "defaultDirectoryURL": return [StoreTrace(folder: Self.supportFolder)]
        case "containerURL":
            let group = node.value(of: "forSecurityApplicationGroupIdentifier").flatMap { text(of: $0, frame) }
            return group.map { [StoreTrace(folder: $0)] } ?? []
        case "URL", "NSURL", "NSString", "String": return inner(first)
        case "NSTemporaryDirectory": return [StoreTrace(isElsewhere: true)]
        case "urls",
            "url" where first?.trimmedDescription.hasSuffix("Directory") == true:
            return inner(first)
        case "appending", "appendingPathComponent", "append":
            let suffix = first.flatMap { text(of: $0, frame) }
            return inner(base).map { $0.appending(suffix, at: origin) }
        case "appendingPathExtension":
            let suffix = first.flatMap { text(of: $0, frame) }
            return inner(base).map { trace in
                guard trace.isStem else {
                    return trace.adding(suffix: suffix.map { "." + $0 }, at: origin)
                }
                var file = trace
                file.isStem = false
                return file
            }
        case "deletingPathExtension":
            return inner(base).map { trace in
                var stem = trace
                stem.isStem = true
                return stem
            }
        case "deletingLastPathComponent":
            return inner(base).compactMap { trace in
                guard !trace.isFolder, !trace.isNeighbor else { return nil }
                var folder = trace
                folder.isFolder = true
                folder.name = nil
                return folder
            }
        case "map", "compactMap", "flatMap":
            let closure = node.trailingClosure ?? first?.as(ClosureExprSyntax.self)
            return inner(closure?.statements.onlyResult) + (closure?.statements.onlyResult == nil ? inner(base) : [])
        case let name? where Self.transparent.contains(name): return inner(base)
        default: break
        }
        if let closure = node.calledExpression.as(ClosureExprSyntax.self) {
            return inner(closure.statements.onlyResult)
        }
        let functions = code.functions(calledBy: node)
        guard functions.count == 1, let function = functions.first, (frame?.depth ?? 0) < 6,
            let result = function.body.statements.onlyResult ?? function.body.lastResult
        else { return [] }
        let called = CallFrame(function, calledBy: node, from: frame)
        return traces(of: FramedExpression(result, in: called), depth + 1, &rest).map { trace in
            // The result depends on the arguments, and on the value whose method is called.
            let isFixed =
                node.arguments.isEmpty
                && (base?.namePath?.last.map { $0.first?.isUppercase == true || $0 == "self" } ?? (base == nil))
            var trace = isFixed ? trace.adding(function.declaration.id) : trace
            trace.makers.insert(function.declaration.id)
            return trace
        }
    }
}

extension StoreTrace {
    fileprivate func adding(_ origin: SyntaxIdentifier?) -> StoreTrace {
        var trace = self
        if !isNeighbor, let origin { trace.origins.insert(origin) }
        return trace
    }

    /// Returns the file whose path has a suffix. If the suffix isn't known, this is the same file.
    fileprivate func adding(suffix: String?, at node: SyntaxIdentifier?) -> StoreTrace {
        guard let suffix else { return self }
        if suffix.hasPrefix("/") { return appending(suffix, at: node) }
        var trace = self
        if name == nil, origins.isEmpty { return appending(suffix, at: node) }
        if let name { trace.name = StoreTracer.storeName(name + suffix) ?? name + suffix }
        // The name of a file with another suffix than a store's companions isn't the store's.
        let companions = ["", "-wal", "-shm", "-journal", "_SUPPORT"]
        if !companions.contains(suffix), !isStem { trace.origins = Set([node].compactMap(\.self)) }
        return trace
    }

    /// Returns a file in the folder. If the folder is that of a store, the file is the store's neighbor.
    fileprivate func appending(_ path: String?, at node: SyntaxIdentifier?) -> StoreTrace {
        var trace = self
        trace.name = path.flatMap { $0.split(separator: "/").last }.map { name in
            StoreTracer.storeName(String(name)) ?? String(name)
        }
        if isFolder {
            trace.isFolder = false
            trace.isNeighbor = true
            return trace
        }
        trace.origins = Set([node].compactMap(\.self))
        trace.isNeighbor = false
        trace.folder = folder.map { folder in
            let parents = path.map { $0.split(separator: "/").dropLast().joined(separator: "/") } ?? ""
            return ([folder, name, parents.isEmpty ? nil : parents].compactMap(\.self)).joined(separator: "/")
        }
        return trace
    }
}
