import SwiftSyntax

/// A reader for the platform versions that `@available` attributes require.
enum AvailabilityReader {
    /// Returns the requirements of attributes such as `@available(iOS, introduced: 18)` or `@available(iOS 18, macOS
    /// 15, *)`.
    ///
    /// An attribute without versions, such as `@available(*, deprecated)`, requires nothing.
    ///
    /// Includes the attributes in every branch of an `#if`. A generated test gets these requirements, and still
    /// compiles if they are too high.
    static func availability(_ attributes: AttributeListSyntax) -> Availability {
        var availability = Availability()
        for element in attributes {
            if case .attribute(let attribute) = element {
                add(attribute, to: &availability)
            } else if case .ifConfigDecl(let node) = element {
                for clause in node.clauses {
                    guard case .attributes(let list) = clause.elements else { continue }
                    availability = availability.merged(with: self.availability(list))
                }
            }
        }
        return availability
    }

    private static func add(_ attribute: AttributeSyntax, to availability: inout Availability) {
        guard case .availability(let arguments) = attribute.arguments else { return }
        var platform: String?
        for argument in arguments {
            if case .token(let token) = argument.argument {
                platform = platform ?? token.text
            } else if case .availabilityVersionRestriction(let restriction) = argument.argument {
                guard let version = restriction.version else { continue }
                availability.require(restriction.platform.text, version.trimmedDescription)
            } else if case .availabilityLabeledArgument(let labeled) = argument.argument, let platform {
                guard labeled.label.text == "introduced", case .version(let version) = labeled.value else { continue }
                availability.require(platform, version.trimmedDescription)
            }
        }
    }
}
