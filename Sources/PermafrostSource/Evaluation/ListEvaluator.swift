import PermafrostDeclarations
import PermafrostModel

/// Evaluates expressions that stand for lists of types (`models`, `schemas`) or of stages.
///
/// It follows what is a plain description of a list: literals, constants, concatenation, filters by type, and getters
/// that build a list step by step. Anything else is an error, never a guess.
struct ListEvaluator {
    typealias Scope = DeclarationTable.Scope

    /// What is known of a list's element.
    enum Element: Hashable {
        case type(Int)
        /// A name that no declaration of the project carries.
        case unknown(String)
        case stage(PlanDeclaration.Stage)
    }

    /// An element and where it is written.
    struct Item {
        var element: Element
        var location: SourceLocation
    }

    /// Why a list cannot be evaluated.
    struct Failure: Error {
        var problem: SourceIssue.Problem
        var location: SourceLocation
    }

    /// What the list is, for messages: `models`, `schemas`, `stages`.
    let what: String
    let resolver: TypeResolver
    let constants: ConstantLookup
    let inference: TypeInference
    var table: DeclarationTable { resolver.table }

    private static let depthLimit = 64

    init(what: String, resolver: TypeResolver) {
        self.what = what
        self.resolver = resolver
        constants = ConstantLookup(resolver: resolver)
        inference = TypeInference(resolver: resolver)
    }

    /// Names that stand for lists while a body is stepped through.
    struct Frame {
        var context: EvaluationContext
        var lists: [String: [Item]] = [:]
        var depth = 0

        func inner(_ context: EvaluationContext) -> Frame { Frame(context: context, depth: depth + 1) }
    }

    /// The list that a constant holds.
    func list(_ constant: ConstantLookup.Constant) throws(Failure) -> [Item] {
        try list(
            constant, Frame(context: constant.context),
            at: table.location(constant.reference.scope, constant.value.offset))
    }

    /// The list that an expression stands for.
    func list(_ expression: Expression, in context: EvaluationContext) throws(Failure) -> [Item] {
        try list(expression, Frame(context: context))
    }

    /// The list that an expression stands for; a single type stands for itself.
    func listOrType(_ expression: Expression, in context: EvaluationContext) throws(Failure) -> [Item] {
        let frame = Frame(context: context)
        if isMetatype(expression) { return [try element(expression, frame)] }
        return try list(expression, frame)
    }

    private func isMetatype(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .member(_?, "self"): true
        case .cast(let inner, "as", _): isMetatype(inner)
        default: false
        }
    }

    // MARK: Constants

    private func list(
        _ constant: ConstantLookup.Constant, _ frame: Frame, at location: SourceLocation
    ) throws(Failure) -> [Item] {
        guard frame.depth < Self.depthLimit else { throw failure(constant.value.name, at: location) }
        let inner = frame.inner(constant.context)
        if let initial = constant.value.initial { return try list(initial, inner) }
        guard let body = constant.value.body else { throw failure(constant.value.name, at: location) }
        return try run(body, inner, at: table.location(constant.reference.scope, constant.value.offset))
    }

    // MARK: Expressions

    func list(_ expression: Expression, _ frame: Frame) throws(Failure) -> [Item] {
        guard frame.depth < Self.depthLimit else { throw failure(expression, frame) }
        var frame = frame
        frame.depth += 1
        switch expression.kind {
        case .array(let elements):
            var items: [Item] = []
            for value in elements { items.append(try element(value, frame)) }
            return items
        case .cast(let inner, "as", _), .cast(let inner, "as!", _), .forced(let inner):
            return try list(inner, frame)
        case .infix(let left, "+", let right):
            return try list(left, frame) + list(right, frame)
        case .name(let name):
            if let known = frame.lists[name] { return known }
            guard let constant = constants.unqualified(name, from: frame.context) else { break }
            return try list(constant, frame, at: location(expression, frame))
        case .member(nil, let name):
            // `extension Array where Element == any PersistentModel.Type { static let all = … }`
            guard let node = table.foreign["Array"], let constant = constants.member(name, of: node) else { break }
            return try list(constant, frame, at: location(expression, frame))
        case .member(let base?, let name): return try member(name, of: base, expression, frame)
        case .call(let callee, let arguments): return try call(callee, arguments, expression, frame)
        default: break
        }
        throw failure(expression, frame)
    }

    private func member(
        _ name: String, of base: Expression, _ expression: Expression, _ frame: Frame
    ) throws(Failure) -> [Item] {
        if let type = type(base, frame) {
            guard let constant = constants.member(name, of: type) else { throw failure(expression, frame) }
            return try list(constant, frame, at: location(expression, frame))
        }
        // A project's module before a global constant.
        if case .name(let module) = base.kind, table.moduleNames.contains(module),
            let constant = constants.unqualified(name, from: frame.context)
        {
            return try list(constant, frame, at: location(expression, frame))
        }
        throw failure(expression, frame)
    }

    /// The type that an expression names, also as `A.self` or `Self`.
    private func type(_ expression: Expression, _ frame: Frame) -> Int? {
        switch expression.kind {
        case .name("Self"), .name("self"): return frame.context.selfNode ?? table.node(of: frame.context.scope)
        case .member(let base?, "self"): return type(base, frame)
        default:
            guard case .node(let node)? = inference.namedType(expression, frame.context) else { return nil }
            return node
        }
    }

    private func call(
        _ callee: Expression, _ arguments: [Expression.Argument], _ expression: Expression, _ frame: Frame
    ) throws(Failure) -> [Item] {
        switch callee.kind {
        case .closure(_, let statements) where arguments.isEmpty:
            return try run(statements, frame, at: location(expression, frame))
        case .name("Array") where arguments.count == 1: return try list(arguments[0].value, frame)
        // `[any PersistentModel.Type]()`
        case .array where arguments.isEmpty, .specialised where arguments.isEmpty, .type where arguments.isEmpty:
            return []
        case .name, .member(nil, _):
            guard arguments.isEmpty else { break }
            return try list(callee, frame)
        case .member(let base?, let name):
            if let items = try operation(name, base, arguments, expression, frame) { return items }
            guard arguments.isEmpty else { break }
            return try member(name, of: base, expression, frame)
        default: break
        }
        throw failure(expression, frame)
    }

    /// A method of a list; nil if it is not known.
    private func operation(
        _ name: String, _ base: Expression, _ arguments: [Expression.Argument], _ expression: Expression,
        _ frame: Frame
    ) throws(Failure) -> [Item]? {
        switch (name, arguments.count) {
        case ("filter", 1):
            let items = try list(base, frame)
            var kept: [Item] = []
            for item in items where try TypePredicate(list: self).holds(arguments[0].value, item, frame.context) {
                kept.append(item)
            }
            return kept
        case ("reversed", 0), ("shuffled", 0): return try list(base, frame).reversed()
        case ("dropLast", 0): return try list(base, frame).dropLast()
        case ("dropFirst", 0): return Array(try list(base, frame).dropFirst())
        case ("dropLast", 1), ("dropFirst", 1), ("prefix", 1), ("suffix", 1):
            guard arguments[0].label == nil, let number = Constant.integer(arguments[0].value),
                let count = Int(exactly: number), count >= 0
            else { return nil }
            let items = try list(base, frame)
            switch name {
            case "dropLast": return items.dropLast(count)
            case "dropFirst": return Array(items.dropFirst(count))
            case "prefix": return Array(items.prefix(count))
            default: return Array(items.suffix(count))
            }
        case ("joined", 0): return try joined(base, frame)
        case ("flatMap", 1):
            guard case .closure(_, let statements) = arguments[0].value.kind, statements.count == 1,
                case .result(let value) = statements[0], value.text == "$0"
            else { return nil }
            return try joined(base, frame)
        default: return nil
        }
    }

    private func joined(_ base: Expression, _ frame: Frame) throws(Failure) -> [Item] {
        guard case .array(let lists) = base.kind else { throw failure(base, frame) }
        var items: [Item] = []
        for inner in lists { items += try list(inner, frame) }
        return items
    }

    // MARK: Elements

    func element(_ expression: Expression, _ frame: Frame) throws(Failure) -> Item {
        guard frame.depth < Self.depthLimit else { throw failure(expression, frame) }
        var frame = frame
        frame.depth += 1
        switch expression.kind {
        case .member(let base?, "self"): return try typeElement(base, expression, frame)
        case .cast(let inner, "as", _): return try element(inner, frame)
        case .call(let callee, let arguments):
            if case .member(_, let name) = callee.kind, let kind = PlanDeclaration.Stage.Kind(rawValue: name),
                arguments.contains(where: { $0.label == "fromVersion" })
            {
                return try stage(kind, arguments, expression, frame)
            }
            if isStage(expression) { return try stage(nil, arguments, expression, frame) }
        default: break
        }
        if let constant = constant(expression, frame) {
            guard let value = constants.expression(of: constant) else { throw failure(expression, frame) }
            var item = try element(value, Frame(context: constant.context, depth: frame.depth + 1))
            if case .stage = item.element { return item }
            item.location = location(expression, frame)
            return item
        }
        throw failure(expression, frame)
    }

    func constant(_ expression: Expression, _ frame: Frame) -> ConstantLookup.Constant? {
        switch expression.kind {
        case .name(let name): return constants.unqualified(name, from: frame.context)
        case .member(nil, let name):
            return (frame.context.selfNode ?? table.node(of: frame.context.scope)).flatMap {
                constants.member(name, of: $0)
            }
        case .member(let base?, let name): return type(base, frame).flatMap { constants.member(name, of: $0) }
        case .call(let callee, let arguments) where arguments.isEmpty: return constant(callee, frame)
        default: return nil
        }
    }

    private func typeElement(_ base: Expression, _ whole: Expression, _ frame: Frame) throws(Failure) -> Item {
        guard let type = base.asType else { throw failure(whole, frame) }
        let place = location(whole, frame)
        switch inference.resolve(type, frame.context) {
        case .node(let node): return Item(element: .type(node), location: place)
        case .ambiguous(let name, let scopes, let offsets):
            throw Failure(
                problem: .ambiguousName(name: name, candidates: zip(scopes, offsets).map { table.location($0, $1) }),
                location: place)
        default: return Item(element: .unknown(type.text), location: place)
        }
    }

    // MARK: Bodies

    /// Steps through a getter.
    private func run(
        _ statements: [Statement], _ frame: Frame, at location: SourceLocation
    ) throws(Failure) -> [Item] {
        guard frame.depth < Self.depthLimit else { throw failure(what, at: location) }
        var frame = frame
        frame.depth += 1
        guard let result = try step(through: statements, &frame) else { throw failure(what, at: location) }
        return result
    }

    private func step(through statements: [Statement], _ frame: inout Frame) throws(Failure) -> [Item]? {
        for statement in statements {
            switch statement {
            case .result(let value): return try list(value, frame)
            case .variable(let name, _, let value):
                frame.lists[name] = try value.map { value throws(Failure) in try list(value, frame) } ?? []
            case .expression(let value): try change(value, &frame)
            case .branches(let branches):
                for branch in branches
                where resolver.lookup.isActive([branch.condition], in: frame.context.scope.file) {
                    if let result = try step(through: branch.statements, &frame) { return result }
                    break
                }
            case .other(let text, let offset):
                throw failure(text, at: table.location(frame.context.scope, offset))
            }
        }
        return nil
    }

    /// `list += …`, `list = …`, `list.append(…)`, `list.append(contentsOf:)`, `list.insert(_:at:)`, `list.removeAll`
    private func change(_ expression: Expression, _ frame: inout Frame) throws(Failure) {
        switch expression.kind {
        case .infix(let target, let sign, let value):
            guard case .name(let name) = target.kind, let old = frame.lists[name] ?? (sign == "=" ? [] : nil) else {
                break
            }
            if sign == "=" {
                frame.lists[name] = try list(value, frame)
                return
            }
            if sign == "+=" {
                frame.lists[name] = old + (try list(value, frame))
                return
            }
        case .call(let callee, let arguments):
            guard case .member(let base?, let method) = callee.kind, case .name(let name) = base.kind,
                let old = frame.lists[name], let first = arguments.first
            else { break }
            switch (method, first.label) {
            case ("append", nil) where arguments.count == 1:
                frame.lists[name] = old + [try element(first.value, frame)]
                return
            case ("append", "contentsOf") where arguments.count == 1:
                frame.lists[name] = old + (try list(first.value, frame))
                return
            case ("insert", nil) where arguments.count == 2:
                frame.lists[name] = [try element(first.value, frame)] + old
                return
            case ("insert", "contentsOf") where arguments.count == 2:
                frame.lists[name] = try list(first.value, frame) + old
                return
            case ("removeAll", nil) where arguments.count == 1, ("removeAll", "where") where arguments.count == 1:
                var kept: [Item] = []
                for item in old where !(try TypePredicate(list: self).holds(first.value, item, frame.context)) {
                    kept.append(item)
                }
                frame.lists[name] = kept
                return
            default: break
            }
        default: break
        }
        throw failure(expression, frame)
    }

    // MARK: For predicates and failures

    /// The type that `A.self` or `A` means.
    func typeOperand(_ expression: Expression, _ context: EvaluationContext) -> Int? {
        type(expression, Frame(context: context))
    }

    /// The failure to evaluate an expression.
    func failure(_ expression: Expression, _ context: EvaluationContext) -> Failure {
        failure(expression, Frame(context: context))
    }

    func failure(_ expression: Expression, _ frame: Frame) -> Failure {
        failure(expression.text, at: location(expression, frame))
    }

    func failure(_ text: String, at location: SourceLocation) -> Failure {
        Failure(problem: .notEvaluable(what: what, expression: text), location: location)
    }

    func location(_ expression: Expression, _ frame: Frame) -> SourceLocation {
        table.location(frame.context.scope, expression.offset)
    }
}
