import PermafrostModel

/// An evaluator of the expressions that determine a store's location, such as
/// `URL.documentsDirectory.appending(path: "Trips.store")`.
struct StorePlaceEvaluator {
    /// The maximum depth of an expression, including the constants that it refers to.
    private static let depthLimit = 32

    /// The paths of the system's folders, relative to a process's data folder, keyed by the names of the properties and
    /// cases in `URL` and `FileManager`.
    private static let folders: [String: [String]] = [
        "applicationSupportDirectory": StorePlace.supportFolder, "documentsDirectory": ["Documents"],
        "documentDirectory": ["Documents"], "cachesDirectory": ["Library", "Caches"],
        "libraryDirectory": ["Library"], "temporaryDirectory": ["tmp"], "homeDirectory": [],
    ]

    let table: DeclarationTable
    let constants: ConstantLookup
    let options: OptionReader
    /// The values of the evaluated body's local constants, keyed by name.
    private var locals: [String: Expression] = [:]

    init(table: DeclarationTable, constants: ConstantLookup, options: OptionReader) {
        self.table = table
        self.constants = constants
        self.options = options
    }

    /// Returns the location of the file that an expression refers to. Returns ``StorePlace/unknown`` if the location
    /// can't be determined, or if it is a system folder.
    func place(_ expression: Expression, _ context: LookupContext) -> StorePlace {
        let place = place(expression, context, 0)
        // A folder can't be a store. The variable that contains the folder may be changed later.
        return place.root == .home && Self.folders.values.contains(place.path) ? .unknown : place
    }

    private func place(_ expression: Expression, _ context: LookupContext, _ depth: Int) -> StorePlace {
        guard depth < Self.depthLimit else { return .unknown }
        switch expression.kind {
        case .forced(let inner), .optional(let inner), .subscripted(let inner, _, _):
            return place(inner, context, depth + 1)
        // The second value replaces a folder that the system doesn't provide, such as one of an app group that the
        // entitlements lack.
        case .infix(let first, "??", _): return place(first, context, depth + 1)
        case .call(let callee, let arguments):
            if case .closure([], let statements) = callee.kind, arguments.isEmpty {
                return result(of: statements, context, depth + 1)
            }
            return call(callee, arguments, context, depth) ?? constant(expression, context, depth)
        case .member(let base, let name):
            return member(name, of: base, context, depth) ?? constant(expression, context, depth)
        case .name(let name):
            guard let local = locals[name] else { return constant(expression, context, depth) }
            return withoutLocal(name).place(local, context, depth + 1)
        default: return .unknown
        }
    }

    // MARK: Members

    private func member(
        _ name: String, of base: Expression?, _ context: LookupContext, _ depth: Int
    ) -> StorePlace? {
        if let folder = Self.folders[name], base.map({ $0.isURL || $0.isFileManager }) ?? true {
            return StorePlace(root: .home, path: folder)
        }
        guard let base else { return nil }
        if ["first", "absoluteURL", "standardizedFileURL", "last"].contains(name), base.isValue {
            return place(base, context, depth + 1)
        }
        if name == "url", case .call(let callee, let arguments) = base.kind, callee.lastName == "ModelConfiguration" {
            return configured(arguments, context)
        }
        return nil
    }

    /// Returns the location of a `ModelConfiguration` with the given arguments.
    func configured(_ arguments: [ExpressionArgument], _ context: LookupContext) -> StorePlace {
        if let url = arguments.first(where: { $0.label == "url" })?.value { return place(url, context) }
        let group = arguments.first { $0.label == "groupContainer" }?.value
        let root = group.map { self.root($0, context) } ?? .automatic
        guard let first = arguments.first, first.label == nil, first.value.kind != .nilLiteral else {
            return .named(nil, in: root)
        }
        return text(first.value, context).map { .named($0, in: root) } ?? .unknown
    }

    private func root(_ expression: Expression, _ context: LookupContext, _ depth: Int = 0) -> StorePlace.Root {
        guard depth < Self.depthLimit else { return .unknown }
        switch expression.kind {
        case .member(_, "automatic"): return .automatic
        case .member(_, "none"): return .home
        case .call(let callee, let arguments):
            guard case .member(_, "identifier") = callee.kind, let identifier = arguments.first?.value else { break }
            if let name = text(identifier, context) { return .group(name) }
            return .unknown
        default: break
        }
        guard let constant = constant(expression, context), let value = constants.expression(of: constant) else {
            return .unknown
        }
        return root(value, constant.context, depth + 1)
    }

    // MARK: Calls

    /// Returns the location that a call of `URL` or `FileManager` returns, or nil for any other call.
    private func call(
        _ callee: Expression, _ arguments: [ExpressionArgument], _ context: LookupContext, _ depth: Int
    ) -> StorePlace? {
        if callee.isURL || callee.isURLInitializer { return made(arguments, context, depth) }
        guard case .member(let base?, let name) = callee.kind else { return nil }
        switch name {
        case "appending", "appendingPathComponent":
            return appending(arguments, to: place(base, context, depth + 1), context)
        case "appendingPathExtension":
            var result = place(base, context, depth + 1)
            guard let last = result.path.popLast(), let suffix = arguments.first,
                let text = text(suffix.value, context)
            else { return .unknown }
            result.path.append("\(last).\(text)")
            return result
        case "deletingLastPathComponent":
            var result = place(base, context, depth + 1)
            return result.path.popLast() == nil ? .unknown : result
        case "containerURL":
            guard arguments.first?.label == "forSecurityApplicationGroupIdentifier", let group = arguments.first?.value
            else { return nil }
            return text(group, context).map { StorePlace(root: .group($0)) } ?? .unknown
        case "urls", "url":
            guard arguments.first?.label == "for", case .member(_, let folder)? = arguments.first?.value.kind,
                let path = Self.folders[folder]
            else { return nil }
            return StorePlace(root: .home, path: path)
        case "defaultDirectoryURL": return StorePlace(root: .home, path: StorePlace.supportFolder)
        default: return nil
        }
    }

    /// Returns the location of a `URL` with the given arguments.
    private func made(
        _ arguments: [ExpressionArgument], _ context: LookupContext, _ depth: Int
    ) -> StorePlace {
        guard let first = arguments.first, ["filePath", "fileURLWithPath", "string"].contains(first.label),
            var text = text(first.value, context)
        else { return .unknown }
        if first.label == "string" {
            guard text.hasPrefix("file://") else { return .unknown }
            text.removeFirst("file://".count)
        }
        if text.hasPrefix("/") { return StorePlace(root: .fileSystem, path: Self.components(text)) }
        guard let base = arguments.first(where: { $0.label == "relativeTo" })?.value else {
            return StorePlace(root: .unknown, path: Self.components(text))
        }
        var result = place(base, context, depth + 1)
        result.path += Self.components(text)
        return result
    }

    private func appending(
        _ arguments: [ExpressionArgument], to place: StorePlace, _ context: LookupContext
    ) -> StorePlace {
        var result = place
        guard let first = arguments.first, [nil, "path", "component", "components"].contains(first.label) else {
            return .unknown
        }
        for argument in [first] + arguments.dropFirst().prefix(while: { $0.label == nil }) {
            if let text = text(argument.value, context) {
                result.path += Self.components(text)
            } else {
                result = .unknown
            }
        }
        return result
    }

    private static func components(_ path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    // MARK: Bodies

    /// Returns the location that a body returns, or ``StorePlace/unknown`` if constants don't determine the location.
    private func result(
        of body: [Statement], _ context: LookupContext, _ depth: Int
    ) -> StorePlace {
        var evaluator = self
        guard depth < Self.depthLimit, let result = evaluator.expression(returnedBy: body, in: context.scope.file)
        else { return .unknown }
        return evaluator.place(result, context, depth)
    }

    /// Adds a body's local constants to `locals`, and returns the expression that the body returns. Returns nil if that
    /// expression can't be determined.
    private mutating func expression(returnedBy body: [Statement], in file: Int) -> Expression? {
        for statement in body {
            switch statement {
            case .result(let value): return value
            case .variable(let name, _, let value):
                locals[name] = value ?? Expression(.other(name), at: 0)
            case .branches(let branches):
                let active = branches.first { constants.resolver.lookup.isActive([$0.condition], in: file) }
                guard let active else { continue }
                if let found = expression(returnedBy: active.statements, in: file) { return found }
                if active.statements.contains(where: mayDecide) { return nil }
            case .condition(let choice):
                guard !(choice.then + choice.otherwise).contains(where: mayDecide) else { return nil }
                guard choice.then.isEmpty else { continue }
                for binding in choice.bindings { binding.label.map { locals[$0] = binding.value } }
            case .expression, .loop, .other:
                if mayDecide(statement) { return nil }
            }
        }
        return nil
    }

    /// Returns whether a statement may return a location, or change a local variable.
    private func mayDecide(_ statement: Statement) -> Bool {
        switch statement {
        case .result, .loop: true
        case .other(let text, _): !text.hasPrefix("throw ")
        case .variable: false
        case .branches(let branches): branches.contains { $0.statements.contains(where: mayDecide) }
        case .condition(let choice): (choice.then + choice.otherwise).contains(where: mayDecide)
        case .expression(let expression): changesLocal(expression)
        }
    }

    private func changesLocal(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .name(let name): return locals[name] != nil
        case .member(let base, "setResourceValues") where base != nil: return false
        case .member(let base?, _), .forced(let base), .optional(let base), .subscripted(let base, _, _),
            .call(let base, _):
            return changesLocal(base)
        case .infix(let left, _, _): return changesLocal(left)
        case .other(let text):
            let start = text.drop { !$0.isLetter && $0 != "_" }.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            return start.first { $0 != "try" && $0 != "await" }.map { locals[String($0)] != nil } ?? true
        default: return false
        }
    }

    private func withoutLocal(_ name: String) -> StorePlaceEvaluator {
        var evaluator = self
        evaluator.locals[name] = nil
        return evaluator
    }

    /// Returns the value of a string expression, or nil if literals and constants don't determine it.
    private func text(_ expression: Expression, _ context: LookupContext) -> String? {
        options.string(expression, context) { part in
            guard case .name(let name) = part.kind, let local = locals[name] else { return nil }
            return withoutLocal(name).text(local, context)
        }
    }

    // MARK: Constants

    private func constant(
        _ expression: Expression, _ context: LookupContext, _ depth: Int
    ) -> StorePlace {
        guard let constant = constant(expression, context) else { return .unknown }
        var outer = self
        outer.locals = [:]
        let value = constants.expression(of: constant)
        let found =
            value.map { outer.place($0, constant.context, depth + 1) }
            ?? outer.result(of: constant.value.body ?? [], constant.context, depth + 1)
        if found != .unknown { return found }
        // The value is the same wherever the constant is used.
        guard constant.value.kind == .stored else { return .unknown }
        return StorePlace(
            root: .constant("\(table.location(constant.reference.scope, constant.value.offset))"))
    }

    /// Returns the constant that an expression refers to, or nil if no constant is found. Also searches extensions of
    /// `URL`, `ModelConfiguration` and `Schema`.
    func constant(_ expression: Expression, _ context: LookupContext) -> DeclaredConstant? {
        if let found = options.constant(expression, context) { return found }
        switch expression.kind {
        case .call(let callee, let arguments) where arguments.isEmpty: return constant(callee, context)
        case .member(let base, let name):
            return ["URL", "ModelConfiguration", "Schema"].lazy
                .filter { owner in base.map { $0.lastName == owner } ?? true }
                .compactMap { table.foreign[$0] }.compactMap { constants.member(name, of: $0) }.first
        default: return nil
        }
    }
}

extension Expression {
    /// Whether the expression is the type `URL` or `NSURL`.
    fileprivate var isURL: Bool { lastName == "URL" || lastName == "NSURL" }

    fileprivate var isURLInitializer: Bool {
        if case .member(let base?, "init") = kind { return base.isURL }
        return false
    }

    /// Whether the expression is `FileManager` or `FileManager.default`.
    fileprivate var isFileManager: Bool {
        switch kind {
        case .name("FileManager"): true
        case .member(let base?, "default"): base.isFileManager
        default: false
        }
    }

    /// Whether the expression is a value and not a type, because it is a call or a name with a lowercase first letter.
    fileprivate var isValue: Bool {
        if case .call = kind { return true }
        return lastName?.first?.isLowercase == true
    }
}
