/// A call that makes a part of a `MigrationPlan`, told by its name and its arguments' labels.
enum PlanCall {
    /// `MigrationPlan(schemas: …) { … }`
    case plan
    /// `MigrationPlan(AppPlan.self)`, which is the plan that the type is.
    case planOfType
    /// `Stage(from: …, to: …) { … }`
    case stage

    init?(callee: Expression, labels: [String?]) {
        if callee.makes("Stage"), labels.prefix(2) == ["from", "to"] {
            self = .stage
        } else if callee.makes("MigrationPlan"), labels.first == "schemas" {
            self = .plan
        } else if callee.lastName == "MigrationPlan", callee.makes("MigrationPlan"), labels.first == .some(nil) {
            self = .planOfType
        } else {
            return nil
        }
    }
}

extension Expression {
    /// Whether a call of the expression makes a value of the module's type: `Stage`, `Permafrost.Stage`, `Stage.init` and,
    /// where the type is told otherwise, `.init`.
    fileprivate func makes(_ type: String) -> Bool {
        switch kind {
        case .name(type), .member(nil, "init"): true
        case .member(let base?, type): base.kind == .name("Permafrost")
        case .member(let base?, "init"): base.makes(type)
        default: false
        }
    }
}
