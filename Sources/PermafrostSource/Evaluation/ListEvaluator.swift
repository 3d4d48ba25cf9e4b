import PermafrostModel

/// An evaluator for expressions that are lists of types (`models`, `schemas`) or of stages.
///
/// It evaluates literals, constants and `+`, getters and functions that return such a list, methods such as `filter`,
/// `append`, `removeAll(where:)` and `+=`, `#if`, and `if #available`. It reports any other expression as an error, with the advice to write the list as a literal.
struct ListEvaluator {
    /// The kind of list (`models`, `schemas`, `stages`), for messages.
    let what: String
    let resolver: TypeResolver
    let constants: ConstantLookup
    let inference: TypeInference
    let progress = ListProgress()
    private let changes: VariableChanges
    var table: DeclarationTable { resolver.table }

    private static let depthLimit = 64

    init(what: String, resolver: TypeResolver) {
        self.what = what
        self.resolver = resolver
        constants = ConstantLookup(resolver: resolver)
        inference = TypeInference(resolver: resolver)
        changes = VariableChanges(resolver: resolver)
    }

    /// The warnings about all lists that were evaluated so far.
    var issues: [SourceIssue] { progress.branches }

    func list(_ constant: DeclaredConstant) throws(ListFailure) -> [ListItem] {
        progress.restart()
        let location = table.location(constant.reference.scope, constant.value.offset)
        let value = try value(constant, ListFrame(context: constant.context), at: location)
        guard let items = try items(value) else { throw failure(constant.value.name, at: location) }
        return items
    }

    /// Returns the list that an expression evaluates to.
    func list(_ expression: Expression, in context: LookupContext) throws(ListFailure) -> [ListItem] {
        progress.restart()
        return try list(expression, ListFrame(context: context))
    }

    /// Returns the list that an expression evaluates to. A single type or stage counts as a list.
    func listOrType(_ expression: Expression, in context: LookupContext) throws(ListFailure) -> [ListItem] {
        progress.restart()
        return try listOrItem(expression, ListFrame(context: context))
    }

    func list(_ expression: Expression, _ frame: ListFrame) throws(ListFailure) -> [ListItem] {
        guard let items = try items(value(expression, frame)) else { throw failure(expression, frame) }
        return items
    }

    func listOrItem(_ expression: Expression, _ frame: ListFrame) throws(ListFailure) -> [ListItem] {
        let value = try value(expression, frame)
        if case .item(let item) = value { return [item] }
        guard let items = try items(value) else { throw failure(expression, frame) }
        return items
    }

    /// Returns a value's elements, or nil if it isn't a list of types or stages.
    private func items(_ value: ListValue) throws(ListFailure) -> [ListItem]? {
        guard case .list(let values) = value else { return nil }
        var items: [ListItem] = []
        for value in values {
            if case .unknown(let failure) = value { throw failure }
            guard case .item(let item) = value else { return nil }
            items.append(item)
        }
        return items
    }

    // MARK: Expressions

    func value(_ expression: Expression, _ frame: ListFrame) throws(ListFailure) -> ListValue {
        guard frame.depth < Self.depthLimit, progress.take() else { throw failure(expression, frame) }
        var frame = frame
        frame.depth += 1
        switch expression.kind {
        case .array(let elements): return .list(try values(elements, frame))
        case .cast(let inner, "as", _): return try value(inner, frame)
        case .infix(let left, "+", let right):
            guard case .list(let first) = try value(left, frame), case .list(let second) = try value(right, frame),
                progress.take(first.count + second.count)
            else { break }
            return .list(first + second)
        case .name(let name): return try named(name, expression, frame)
        case .member(let base?, "self"): return try type(base, expression, frame)
        case .member(let base?, let name): return try member(name, of: base, expression, frame)
        case .member(nil, let name): return try implicitMember(name, expression, frame)
        case .call(let callee, let arguments): return try call(callee, arguments, expression, frame)
        default: break
        }
        throw failure(expression, frame)
    }

    private func values(_ expressions: [Expression], _ frame: ListFrame) throws(ListFailure) -> [ListValue] {
        var values: [ListValue] = []
        for expression in expressions { values.append(try value(expression, frame)) }
        return values
    }

    // MARK: Names

    private func named(_ name: String, _ expression: Expression, _ frame: ListFrame) throws(ListFailure) -> ListValue {
        if let known = frame.values[name] {
            if case .unknown(let failure) = known { throw failure }
            return known
        }
        guard let constant = constants.unqualified(name, from: frame.context) else { throw failure(expression, frame) }
        return try value(constant, frame, at: location(expression, frame))
    }

    /// Returns the value of a constant, or of a function without parameters. A type gets the location where the
    /// constant is used.
    private func value(
        _ constant: DeclaredConstant, _ frame: ListFrame, at location: SourceLocation
    ) throws(ListFailure) -> ListValue {
        guard frame.depth < Self.depthLimit else { throw failure(constant.value.name, at: location) }
        if let change = changes.first(of: constant) {
            throw ListFailure(problem: .notEvaluable(what: what, expression: change.text), location: change.place)
        }
        let inner = frame.inner(constant.context)
        var result: ListValue
        if let initial = constant.value.initial {
            result = try value(initial, inner)
        } else if let body = constant.value.body {
            let place = table.location(constant.reference.scope, constant.value.offset)
            result = try ListBody(list: self).result(of: body, inner, at: place)
        } else {
            throw failure(constant.value.name, at: location)
        }
        if case .item(var item) = result {
            if case .stage = item.element { return result }
            item.location = location
            result = .item(item)
        }
        return result
    }

    private func member(
        _ name: String, of base: Expression, _ expression: Expression, _ frame: ListFrame
    ) throws(ListFailure) -> ListValue {
        if let type = type(base, frame) ?? base.asType.flatMap({ table.foreign[$0.text] }) {
            guard let constant = constants.member(name, of: type) else { throw failure(expression, frame) }
            return try value(constant, frame, at: location(expression, frame))
        }
        // The name of a project module that precedes a global constant.
        if case .name(let module) = base.kind, table.moduleNames.contains(module),
            let constant = constants.unqualified(name, from: frame.context)
        {
            return try value(constant, frame, at: location(expression, frame))
        }
        throw failure(expression, frame)
    }

    /// Returns the value of an implicit member. Throws a failure if it isn't found. Examples are `.all` from an
    /// extension of `Array`, `.first` from an extension of `MigrationStage`, and a constant of the enclosing type.
    private func implicitMember(
        _ name: String, _ expression: Expression, _ frame: ListFrame
    ) throws(ListFailure) -> ListValue {
        for node in implicitOwners(frame) {
            guard let constant = constants.member(name, of: node) else { continue }
            return try value(constant, frame, at: location(expression, frame))
        }
        throw failure(expression, frame)
    }

    /// Returns the types that may declare an implicit member, which is written without a type, such as `.all`: `Array`
    /// and `MigrationStage` if the project extends them, and the enclosing type. The integers are indexes in the
    /// declaration table.
    func implicitOwners(_ frame: ListFrame) -> [Int] {
        let own = frame.context.selfNode ?? table.node(of: frame.context.scope)
        return ["Array", "MigrationStage", "SwiftData.MigrationStage"].compactMap { table.foreign[$0] }
            + [own].compactMap(\.self)
    }

    /// Returns the type that an expression refers to. The expression can be a type's name, `A.self`, `Self`, or the
    /// name of a local constant or argument. Returns nil for any other expression.
    private func type(_ expression: Expression, _ frame: ListFrame) -> Int? {
        switch expression.kind {
        case .name("Self"), .name("self"): return frame.context.selfNode ?? table.node(of: frame.context.scope)
        case .member(let base?, "self"): return type(base, frame)
        default:
            if case .name(let name) = expression.kind, let known = frame.values[name] {
                if case .item(let item) = known, case .type(let node) = item.element { return node }
                return nil
            }
            guard case .node(let node)? = inference.namedType(expression, frame.context) else { return nil }
            return node
        }
    }

    /// Returns the value of an expression such as `Trip.self`, or of the local constant or argument that the base
    /// refers to. Throws a failure if the base isn't a type, or if the type's name is ambiguous or a circular
    /// typealias.
    private func type(_ base: Expression, _ whole: Expression, _ frame: ListFrame) throws(ListFailure) -> ListValue {
        if case .name(let name) = base.kind, let known = frame.values[name] { return known }
        guard let type = base.asType else { throw failure(whole, frame) }
        let place = location(whole, frame)
        switch inference.resolve(type, frame.context) {
        case .node(let node): return .item(ListItem(element: .type(node), location: place))
        case .ambiguous(let name, let scopes, let offsets):
            throw ListFailure(
                problem: .ambiguousName(name: name, candidates: zip(scopes, offsets).map { table.location($0, $1) }),
                location: place)
        case .circular(let name, let alias):
            throw ListFailure(problem: .circularAlias(name: name, place: table.location(of: alias)), location: place)
        default: return .item(ListItem(element: .unknown(type.text), location: place))
        }
    }

    // MARK: Calls

    private func call(
        _ callee: Expression, _ arguments: [ExpressionArgument], _ expression: Expression, _ frame: ListFrame
    ) throws(ListFailure) -> ListValue {
        if let stage = try stage(callee, arguments, expression, frame) { return .item(stage) }
        switch (callee.kind, arguments.count) {
        case (.closure(_, let statements), 0):
            return try ListBody(list: self).result(of: statements, frame, at: location(expression, frame))
        // `[any PersistentModel.Type]()`
        case (.array, 0), (.specialised, 0), (.type, 0): return .list([])
        default: break
        }
        if let value = try ListFunction(list: self, frame: frame).value(of: callee, arguments, expression) {
            return value
        }
        if arguments.isEmpty, let constant = function(callee, frame) {
            return try value(constant, frame, at: location(expression, frame))
        }
        if let value = try ListMethod(list: self, frame: frame).value(of: callee, arguments) { return value }
        throw failure(expression, frame)
    }

    /// Returns the function without parameters that a call refers to, or nil if there is no such function.
    private func function(_ callee: Expression, _ frame: ListFrame) -> DeclaredConstant? {
        switch callee.kind {
        case .name(let name): return constants.unqualified(name, from: frame.context)
        case .member(nil, let name):
            return implicitOwners(frame).lazy.compactMap { constants.member(name, of: $0) }.first
        case .member(let base?, let name):
            if let type = type(base, frame) ?? base.asType.flatMap({ table.foreign[$0.text] }) {
                return constants.member(name, of: type)
            }
            guard case .name(let module) = base.kind, table.moduleNames.contains(module) else { return nil }
            return constants.unqualified(name, from: frame.context)
        default: return nil
        }
    }

    // MARK: Types and failures

    /// Returns the type that `A.self` or `A` refers to, or nil for any other expression.
    func typeOperand(_ expression: Expression, _ context: LookupContext) -> Int? {
        type(expression, ListFrame(context: context))
    }

    /// Returns the type that `A.self` or `A` refers to in a frame, or nil for any other expression. If the frame has a
    /// local constant or argument with the same name, the name refers to that value instead.
    func typeOperand(_ expression: Expression, _ frame: ListFrame) -> Int? { type(expression, frame) }

    func failure(_ expression: Expression, _ frame: ListFrame) -> ListFailure {
        failure(expression.text, at: location(expression, frame))
    }

    func failure(_ text: String, at location: SourceLocation) -> ListFailure {
        ListFailure(problem: .notEvaluable(what: what, expression: text), location: location)
    }

    func location(_ expression: Expression, _ frame: ListFrame) -> SourceLocation {
        table.location(frame.context.scope, expression.offset)
    }
}

enum ListElement: Hashable {
    case type(Int)
    /// A name that the project doesn't declare.
    case unknown(String)
    case stage(DeclaredStage)
}

/// An element with the location of its expression.
struct ListItem {
    var element: ListElement
    var location: SourceLocation
}

/// The reason why a list can't be evaluated.
struct ListFailure: Error {
    var problem: SourceIssue.Problem
    var location: SourceLocation
}
