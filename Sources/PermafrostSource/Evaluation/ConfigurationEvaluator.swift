/// An evaluator of a container's configurations, which determine the container's stores.
struct ConfigurationEvaluator {
    /// The maximum depth of an expression. The constants that it refers to count as nested expressions.
    private static let depthLimit = 16
    /// The maximum number of configurations to read from a list. Later configurations are ignored.
    private static let countLimit = 64
    /// The maximum number of functions that pass on a parameter.
    private static let parameterLimit = 4

    /// A store, with the expressions that list the models of the store's own schema.
    struct Made {
        var store: ContainerDeclaration.Store
        /// The arguments that list the store's models, or nil if the store has the container's models.
        var models: [Expression]?
        /// The context for evaluating the arguments.
        var context: LookupContext

        /// Whether the configuration can't be evaluated. If true, the store's location isn't known.
        fileprivate(set) var isUnknown = false

        /// Returns whether both configurations are known, and open the same store with the same models.
        fileprivate func opensStore(of other: Made) -> Bool {
            !isUnknown && !other.isUnknown && store.place == other.store.place
                && store.isInMemory == other.store.isInMemory && store.isKnown == other.store.isKnown
                && models?.map(\.text) == other.models?.map(\.text)
        }
    }

    let cloudKit: CloudKitEvaluator
    let places: StorePlaceEvaluator

    /// Returns the stores that a call opens. If the call has no configurations, this is the default store. Returns an
    /// empty array for a `SafeModelContainer` or a document without configurations, because these don't open the
    /// default store.
    func stores(of call: ParsedContainerCall, _ context: LookupContext) -> [Made] {
        if let inMemory = call.inMemory {
            let value = boolean(inMemory, context, 0)
            return [
                Made(
                    store: .init(isInMemory: value == true, place: .named(nil), isKnown: value != nil), models: nil,
                    context: context)
            ]
        }
        if let parameter = call.parameter, let only = call.configurations?.first {
            return [passed(parameter, context, 0) ?? unknown(only, context)]
        }
        if let configurations = call.configurations {
            let made = configurations.prefix(Self.countLimit).flatMap { self.made($0, context, 0) }
            if !made.isEmpty { return made }
        }
        guard call.form == .container || call.form == .modifier else { return [] }
        return [Made(store: .standard, models: nil, context: context)]
    }

    private func made(_ expression: Expression, _ context: LookupContext, _ depth: Int) -> [Made] {
        guard depth < Self.depthLimit else { return [unknown(expression, context)] }
        switch expression.kind {
        case .array(let elements):
            return elements.prefix(Self.countLimit).flatMap { made($0, context, depth + 1) }
        case .infix(let left, "+", let right):
            return made(left, context, depth + 1) + made(right, context, depth + 1)
        case .ternary(_, let first, let second):
            return either(made(first, context, depth + 1), made(second, context, depth + 1))
                ?? [unknown(expression, context)]
        case .call(let callee, let arguments) where callee.makesConfiguration:
            var made = configuration(arguments, context)
            made.store.cloudKit = cloudKit.request(of: expression, in: context)
            return [made]
        default: break
        }
        guard let constant = places.constant(expression, context), let value = places.constants.expression(of: constant)
        else { return [unknown(expression, context)] }
        return made(value, constant.context, depth + 1)
    }

    /// Returns the configuration that the project's code passes for a parameter. If calls pass different configurations,
    /// the store isn't known, but its CloudKit setting is one of theirs. Returns nil if there are no such calls.
    private func passed(
        _ parameter: ParsedContainerCall.ParameterUse, _ context: LookupContext, _ depth: Int
    ) -> Made? {
        guard depth < Self.parameterLimit, let search = places.table.search else { return nil }
        let made = search.arguments(for: parameter).prefix(Self.countLimit).map { argument -> Made in
            if let outer = argument.parameter {
                return passed(outer, context, depth + 1) ?? unknown(Expression(.other(""), at: 0), context)
            }
            guard let value = argument.value ?? parameter.defaultValue else {
                return unknown(Expression(.other(""), at: 0), context)
            }
            let found = argument.value == nil ? context : self.context(of: argument)
            let all = found.map { self.made(value, $0, 0) } ?? []
            return all.count == 1 ? all[0] : unknown(Expression(.other(""), at: 0), context)
        }
        let onDisk = made.filter { !$0.store.isInMemory }
        guard let first = onDisk.first ?? made.first else { return nil }
        var result = first
        if !onDisk.allSatisfy({ $0.opensStore(of: first) }) { result = unknown(Expression(.other(""), at: 0), context) }
        result.store.cloudKit = onDisk.dropFirst().reduce(first.store.cloudKit) { $0.either($1.store.cloudKit) }
        if onDisk.count < made.count { result.store.isKnown = result.store.isInMemory && result.store.isKnown }
        return result
    }

    /// Returns the context of a call, or nil if its file isn't parsed.
    private func context(of argument: PassedArgument) -> LookupContext? {
        guard let file = places.table.files.firstIndex(where: { $0.path == argument.path }) else { return nil }
        let type = places.table.files[file].types.firstIndex { $0.offset == argument.typeOffset }
        let scope = LookupScope(file: file, type: type ?? -1)
        return LookupContext(scope: scope, selfNode: places.table.node(of: scope))
    }

    private func unknown(_ expression: Expression, _ context: LookupContext) -> Made {
        var made = Made(
            store: .init(isInMemory: false, place: .unknown, isKnown: false), models: nil, context: context,
            isUnknown: true)
        made.store.cloudKit = cloudKit.request(of: expression, in: context)
        return made
    }

    /// Returns the configurations of an expression such as `isTest ? first : second`. If only one branch opens stores
    /// on disk, these are that branch's configurations with `isKnown` set to false. If both branches do, returns nil
    /// unless they open the same stores.
    private func either(_ first: [Made], _ second: [Made]) -> [Made]? {
        let onDisk = [first, second].filter { $0.contains { !$0.store.isInMemory } }
        guard onDisk.count == 1 else {
            guard !onDisk.isEmpty else { return first }
            guard first.count == second.count, zip(first, second).allSatisfy({ $0.opensStore(of: $1) }) else {
                return nil
            }
            return zip(first, second).map { made, other in
                var made = made
                made.store.cloudKit = made.store.cloudKit.either(other.store.cloudKit)
                return made
            }
        }
        return onDisk[0].map { made in
            var made = made
            made.store.isKnown = false
            return made
        }
    }

    private func configuration(_ arguments: [ExpressionArgument], _ context: LookupContext) -> Made {
        let place = places.configured(arguments, context)
        let isNowhere = place == StorePlace(root: .fileSystem, path: ["dev", "null"])
        let flag = arguments.first { $0.label == "isStoredInMemoryOnly" }.map { boolean($0.value, context, 0) }
        let inMemory = flag ?? false
        var made = Made(
            store: .init(
                isInMemory: isNowhere || inMemory == true, place: place, isKnown: isNowhere || inMemory != nil),
            models: nil, context: context)
        if let schema = arguments.first(where: { $0.label == "schema" })?.value, schema.kind != .nilLiteral {
            made.models = [schema]
        } else if arguments.first?.label == "for" {
            made.models = ([arguments[0]] + arguments.dropFirst().prefix { $0.label == nil }).map(\.value)
        }
        return made
    }

    /// Returns the value of a Boolean literal or constant, or nil if it is determined at run time.
    private func boolean(_ expression: Expression, _ context: LookupContext, _ depth: Int) -> Bool? {
        guard depth < Self.depthLimit else { return nil }
        switch expression.kind {
        case .boolean(let value): return value
        case .prefix("!", let operand): return boolean(operand, context, depth + 1).map { !$0 }
        default:
            guard let constant = places.constant(expression, context), constant.value.kind != .pattern,
                let value = places.constants.expression(of: constant)
            else { return nil }
            return boolean(value, constant.context, depth + 1)
        }
    }
}

extension Expression {
    /// Whether a call of this expression creates a configuration: `ModelConfiguration`, `SwiftData.ModelConfiguration`,
    /// `ModelConfiguration.init` or `.init`.
    var makesConfiguration: Bool {
        switch kind {
        case .member(nil, "init"): true
        case .member(let base?, "init"): base.makesConfiguration
        default: lastName == "ModelConfiguration"
        }
    }
}
