import SwiftSyntax

/// An argument that a call passes for a parameter of one of the project's functions.
struct PassedArgument: Sendable {
    var path: String
    /// The argument, or nil if the call omits it.
    var value: Expression?
    /// The parameter of the calling function that the argument is the name of, or nil for any other argument.
    var parameter: ParsedContainerCall.ParameterUse?
    /// The offset of the name of the type that encloses the call, or nil outside of any type.
    var typeOffset: Int32?

    /// Returns the arguments that the calls in a file pass for a parameter. A call counts if it may refer to the
    /// parameter's function.
    static func all(
        for parameter: ParsedContainerCall.ParameterUse, _ path: String, _ bytes: UnsafeBufferPointer<UInt8>,
        in tree: SourceFileSyntax
    ) -> [PassedArgument] {
        let code = CodeVisitor(viewMode: .sourceAccurate)
        code.walk(tree)
        let expressions = ExpressionReader(bytes: bytes)
        return (code.calls[parameter.function] ?? []).compactMap { call -> PassedArgument? in
            guard !call.isPreview, !call.isUnshipped, mayCall(parameter, call) else { return nil }
            let arguments = Array(call.arguments)
            let index =
                parameter.label.map { label in arguments.firstIndex { $0.label?.plainText == label } }
                ?? (arguments.indices.contains(parameter.position) && arguments[parameter.position].label == nil
                    ? parameter.position : nil)
            var found = PassedArgument(path: path, typeOffset: call.enclosingType?.offset)
            guard let index else { return parameter.defaultValue == nil ? nil : found }
            let more = parameter.isVariadic ? arguments[(index + 1)...].prefix { $0.label == nil } : []
            let locals = LocalExpressions(expressions: expressions)
            let values = ([arguments[index]] + more).map { locals.read($0.expression) }
            found.value = values.count == 1 ? values[0] : Expression(.array(values), at: values[0].offset)
            found.parameter = arguments[index].expression.parameterUse(expressions)
            return found
        }
    }

    /// Returns whether a call may refer to a parameter's function. A call with the name of another type doesn't.
    private static func mayCall(
        _ parameter: ParsedContainerCall.ParameterUse, _ call: FunctionCallExprSyntax
    ) -> Bool {
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
            parameter.function != parameter.owner
        else { return true }
        guard let name = base.namePath?.last, name.first?.isUppercase == true, name != "Self" else { return true }
        return name == parameter.owner
    }
}
