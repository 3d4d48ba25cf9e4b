import PermafrostModel

/// An evaluator of scalar properties' initial values. It finds only values that are the same in every process.
enum ScalarDefault {
    /// The number of seconds from 1970 to 2001. Stores use 2001 as the reference date.
    private static let referenceDate = 978_307_200.0

    /// Returns the value of an expression that has a scalar type, or nil if it can't be determined.
    static func value(_ expression: Expression, scalar: String) -> DefaultValue? {
        if let argument = conversion(expression, to: scalar) {
            // `Double(5)` and `String("a")` have the literal's value. In `Int("5")`, the literal has a different type.
            if scalar != "String", case .string = argument.kind { return nil }
            return value(argument, scalar: scalar)
        }
        switch scalar {
        case "String": return string(expression).map { .string($0) }
        case "Bool": return boolean(expression).map { .boolean($0) }
        case "Double", "Float", "CGFloat":
            return (Constant.double(expression) ?? floatConstant(expression)).map { .double($0) }
        case "Decimal": return decimal(expression).map { .decimal($0) }
        case "Date": return date(expression).map { .date($0) }
        case "Data": return data(expression).map { .data($0) }
        case "UUID": return uuid(expression).map { .uuid($0) }
        case "URL": return nil
        default: return (Constant.integer(expression) ?? integerConstant(expression, scalar)).map { .integer($0) }
        }
    }

    /// Returns an enum's raw value from the text of its literal, or nil if the text isn't a value of the raw type.
    static func raw(_ text: String, type: String) -> DefaultValue? {
        switch type {
        case "String", "Character": .string(text)
        case "Double", "Float", "CGFloat": Double(text).map { .double($0) }
        default: Int64(text).map { .integer($0) }
        }
    }

    /// Returns the argument of a conversion such as `Type(argument)`, or nil for any other expression.
    private static func conversion(_ expression: Expression, to scalar: String) -> Expression? {
        guard case .call(let callee, let arguments) = expression.kind, arguments.count == 1,
            arguments[0].label == nil, isInitialiser(callee, of: scalar), scalar != "Data", scalar != "UUID"
        else { return nil }
        return arguments[0].value
    }

    private static func isInitialiser(_ callee: Expression, of scalar: String) -> Bool {
        switch callee.kind {
        case .name(let name): name == scalar || scalar == "Double" && name == "TimeInterval"
        case .member(nil, "init"): true
        case .member(let base?, "init"): isInitialiser(base, of: scalar)
        case .member(let base?, let name): (base.text == "Foundation" || base.text == "Swift") && name == scalar
        default: false
        }
    }

    private static func isEmptyInitialiser(_ expression: Expression, of scalar: String) -> Bool {
        guard case .call(let callee, let arguments) = expression.kind, arguments.isEmpty else { return false }
        return isInitialiser(callee, of: scalar)
    }

    private static func string(_ expression: Expression) -> String? {
        switch expression.kind {
        case .string(let text): text
        case .infix(let left, "+", let right):
            string(left).flatMap { first in string(right).map { first + $0 } }
        default: isEmptyInitialiser(expression, of: "String") ? "" : nil
        }
    }

    /// Returns the value of a Boolean literal, of its negation, or of `Bool()`. Returns nil for any other expression.
    static func boolean(_ expression: Expression) -> Bool? {
        switch expression.kind {
        case .boolean(let value): value
        case .prefix("!", let operand): boolean(operand).map { !$0 }
        default: isEmptyInitialiser(expression, of: "Bool") ? false : nil
        }
    }

    private static func staticMember(_ expression: Expression) -> String? {
        guard case .member(let base, let name) = expression.kind else { return nil }
        guard let base else { return name }
        if case .name(let type) = base.kind, type.first?.isUppercase == true { return name }
        return nil
    }

    private static func floatConstant(_ expression: Expression) -> Double? {
        if ["Double", "Float", "CGFloat"].contains(where: { isEmptyInitialiser(expression, of: $0) }) { return 0 }
        switch staticMember(expression) {
        case "zero": return 0
        case "pi": return .pi
        default: return nil
        }
    }

    private static func integerConstant(_ expression: Expression, _ scalar: String) -> Int64? {
        if isEmptyInitialiser(expression, of: scalar) { return 0 }
        let member = staticMember(expression)
        if member == "zero" { return 0 }
        switch (scalar, member) {
        case ("Int", "max"), ("Int64", "max"): return .max
        case ("Int", "min"), ("Int64", "min"): return .min
        case ("Int32", "max"): return Int64(Int32.max)
        case ("Int32", "min"): return Int64(Int32.min)
        case ("Int16", "max"): return Int64(Int16.max)
        case ("Int16", "min"): return Int64(Int16.min)
        case (_, "min") where scalar.hasPrefix("U"): return 0
        default: return nil
        }
    }

    private static func decimal(_ expression: Expression) -> String? {
        switch expression.kind {
        case .integer(let digits), .float(let digits): return digits
        case .prefix("-", let operand): return decimal(operand).map { "-" + $0 }
        case .forced(let inner):
            guard case .call(let callee, let arguments) = inner.kind, isInitialiser(callee, of: "Decimal"),
                arguments.count == 1, arguments[0].label == "string", case .string(let text) = arguments[0].value.kind
            else { return nil }
            return text
        default:
            let isZero = staticMember(expression) == "zero" || isEmptyInitialiser(expression, of: "Decimal")
            return isZero ? "0" : nil
        }
    }

    private static func date(_ expression: Expression) -> Double? {
        switch staticMember(expression) {
        case "distantPast": return -63_114_076_800
        case "distantFuture": return 63_113_904_000
        default: break
        }
        guard case .call(let callee, let arguments) = expression.kind, arguments.count == 1,
            isInitialiser(callee, of: "Date"), let seconds = Constant.double(arguments[0].value)
        else { return nil }
        switch arguments[0].label {
        case "timeIntervalSince1970": return seconds - referenceDate
        case "timeIntervalSinceReferenceDate": return seconds
        default: return nil
        }
    }

    private static func data(_ expression: Expression) -> [UInt8]? {
        if isEmptyInitialiser(expression, of: "Data") { return [] }
        guard case .call(let callee, let arguments) = expression.kind, isInitialiser(callee, of: "Data"),
            arguments.count == 1, arguments[0].label == nil, case .array(let elements) = arguments[0].value.kind
        else { return nil }
        let bytes = elements.compactMap { Constant.integer($0).flatMap { UInt8(exactly: $0) } }
        return bytes.count == elements.count ? bytes : nil
    }

    private static func uuid(_ expression: Expression) -> [UInt8]? {
        guard case .forced(let inner) = expression.kind, case .call(let callee, let arguments) = inner.kind,
            isInitialiser(callee, of: "UUID"), arguments.count == 1, arguments[0].label == "uuidString",
            case .string(let text) = arguments[0].value.kind
        else { return nil }
        let digits = Array(text.utf8.filter { $0 != UInt8(ascii: "-") })
        guard text.utf8.count == 36, digits.count == 32 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 32, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}
