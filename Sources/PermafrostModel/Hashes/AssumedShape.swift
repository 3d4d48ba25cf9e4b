/// An assumed rule, with the type or expression that depends on it.
package struct AssumedShape: Sendable, Hashable, Codable {
    package var rule: HashRule
    /// The detail that replaces `*` in the rule's text, such as `String` in `Set<String>`. Empty for other rules.
    package var detail: String

    package init(_ rule: HashRule, _ detail: String = "") {
        self.rule = rule
        self.detail = detail
    }

    /// The text in `hashAssumptions`, such as `Set<String>`.
    package var text: String { (rule.shape ?? rule.rawValue).replacing("*", with: detail) }
}
