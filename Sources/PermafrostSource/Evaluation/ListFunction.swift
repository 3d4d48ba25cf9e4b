import PermafrostModel

/// An evaluator for calls of the project's functions with arguments, such as a function that creates a stage from two
/// versions.
struct ListFunction {
    let list: ListEvaluator
    let frame: ListFrame

    /// Returns the result of a call. Returns nil if the call has no arguments, or if none of the project's functions
    /// matches the call.
    func value(
        of callee: Expression, _ arguments: [ExpressionArgument], _ whole: Expression
    ) throws(ListFailure) -> ListValue? {
        guard !arguments.isEmpty, let function = function(callee, arguments.map(\.label)),
            let given = function.value.parameters.assigned(arguments)
        else { return nil }
        guard let body = function.value.body else { throw list.failure(whole, frame) }
        var inner = frame.inner(function.context)
        for (parameter, arguments) in zip(function.value.parameters, given) {
            inner.values[parameter.name] = try value(of: parameter, arguments, function)
            if case .metatype(.named(let components)) = parameter.type, components.count == 1,
                list.table.function(function.reference, hasGeneric: components[0].name)
            {
                inner.values[components[0].name] = inner.values[parameter.name]
            }
        }
        let place = list.location(whole, frame)
        let result = try ListBody(list: list).result(of: body, inner, at: place)
        // Values that depend on the function's arguments get the location of the call.
        return result.moved(to: place)
    }

    private func value(
        of parameter: ParsedParameter, _ arguments: [ExpressionArgument], _ function: DeclaredConstant
    ) throws(ListFailure) -> ListValue {
        if parameter.isVariadic {
            var values: [ListValue] = []
            for argument in arguments { values.append(try list.value(argument.value, frame)) }
            return .list(values)
        }
        do throws(ListFailure) {
            if let argument = arguments.first { return try list.value(argument.value, frame) }
            guard let initial = parameter.initial else {
                return .unknown(list.failure(parameter.name, at: list.table.location(function.reference.scope, 0)))
            }
            return try list.value(initial, frame.inner(function.context))
        } catch {
            // If an argument can't be evaluated, such as a closure or a string, that is an error only if the function
            // uses the argument in a list.
            return .unknown(error)
        }
    }

    private func function(_ callee: Expression, _ labels: [String?]) -> DeclaredConstant? {
        switch callee.kind {
        case .name(let name):
            return list.constants.unqualified(name, from: frame.context, labels: labels)
        case .member(nil, let name):
            return list.implicitOwners(frame).lazy.compactMap { list.constants.member(name, of: $0, labels: labels) }
                .first
        case .member(let base?, let name):
            if let node = list.typeOperand(base, frame) {
                return list.constants.member(name, of: node, labels: labels)
            }
            return base.asType.flatMap { list.table.foreign[$0.text] }
                .flatMap { list.constants.member(name, of: $0, labels: labels) }
        default: return nil
        }
    }
}

extension ListValue {
    /// Returns a type or stage with the given location. Returns any other value unchanged.
    fileprivate func moved(to place: SourceLocation) -> ListValue {
        guard case .item(var item) = self else { return self }
        item.location = place
        if case .stage(var stage) = item.element {
            stage.location = place
            item.element = .stage(stage)
        }
        return .item(item)
    }
}

extension ParsedValue {
    /// Returns whether a call with the given argument labels can be a call of this function. If the labels are nil,
    /// returns whether this is a constant or a function without parameters.
    func accepts(_ labels: [String?]?) -> Bool {
        guard let labels else { return parameters.isEmpty }
        return kind == .function && !parameters.isEmpty
            && parameters.assigned(
                labels.map { ExpressionArgument(label: $0, value: Expression(.nilLiteral, at: 0)) }) != nil
    }
}

extension [ParsedParameter] {
    /// Returns the arguments for each parameter, in the order of the parameters. A parameter that uses its default has
    /// no arguments. Returns nil if the arguments don't match the parameters.
    func assigned(_ arguments: [ExpressionArgument]) -> [[ExpressionArgument]]? {
        var result: [[ExpressionArgument]] = []
        var rest = arguments[...]
        for parameter in self {
            guard let next = rest.first, next.label == parameter.label else {
                guard parameter.initial != nil || parameter.isVariadic else { return nil }
                result.append([])
                continue
            }
            var own = [next]
            rest.removeFirst()
            while parameter.isVariadic, let more = rest.first, more.label == nil {
                own.append(more)
                rest.removeFirst()
            }
            result.append(own)
        }
        return rest.isEmpty ? result : nil
    }
}

extension DeclarationTable {
    /// Returns whether a function has a generic parameter with the given name, so that the name doesn't refer to a
    /// type.
    fileprivate func function(_ reference: ValueReference, hasGeneric name: String) -> Bool {
        value(reference).generics.contains(name)
    }
}
