import PermafrostModel

/// A call that creates a container, or that makes SwiftUI create one. It is read from syntax only.
package struct ContainerDeclaration: Sendable, Hashable, Codable {
    /// The API that creates a container.
    package enum Form: String, Sendable, Hashable, Codable {
        /// `ModelContainer(for:migrationPlan:configurations:)`.
        case container
        /// `.modelContainer(for:)`, which doesn't accept a plan.
        case modifier
        /// `DocumentGroup(editing:contentType:)`.
        case document
        /// `SafeModelContainer.make(for:plan:)`.
        case safeContainer
    }

    package enum Content: Sendable, Hashable, Codable {
        /// A version, with its ``DeclaredVersion/name``.
        case schema(String)
        /// The listed classes, and the locations of all classes that are reachable from them through relationships and
        /// superclasses.
        case models(listed: [Model], closure: [SourceLocation])
        /// Models that can't be determined from source.
        case unknown
    }

    /// A class, with its qualified name and the location of its declaration.
    package struct Model: Sendable, Hashable, Codable {
        package var name: String
        package var location: SourceLocation

        package init(name: String, location: SourceLocation) {
            self.name = name
            self.location = location
        }
    }

    /// A container's migration plan.
    package enum Plan: Sendable, Hashable, Codable {
        case none
        /// A plan in the project, with its ``PlanDeclaration/name``.
        case type(String)
        /// A plan that is a value, or a type that the project doesn't declare.
        case value
    }

    /// The parts of a configuration that determine the store's location.
    package struct Store: Sendable, Hashable, Codable {
        /// Whether the store is known to be in memory.
        package var isInMemory: Bool
        /// Whether a name, a URL or a group container makes the location different from the default store's.
        package var hasOwnPlace: Bool
        /// Whether the configuration could be read. A configuration that is created elsewhere can't be.
        package var isKnown: Bool
        /// The models of the configuration's own schema; nil if the store has the container's models.
        package var content: Content?
        /// The request to sync the store.
        package var cloudKit = CloudKitRequest()

        package init(isInMemory: Bool, hasOwnPlace: Bool, isKnown: Bool) {
            self.isInMemory = isInMemory
            self.hasOwnPlace = hasOwnPlace
            self.isKnown = isKnown
        }
    }

    /// The code's reaction if a container can't be created.
    package struct Failure: Sendable, Hashable, Codable {
        /// The effect of a reaction.
        package enum Kind: Sendable, Hashable, Codable {
            case endsApp
            case deletesStore
            /// It moves, copies or deletes a file that isn't a store of the container. The associated values are the
            /// names of both.
            case handlesOtherFile(String, stores: [String])
            /// It opens the container's store without the migration plan.
            case retriesWithoutPlan
        }

        package var kind: Kind
        /// The call as written, such as `fatalError`, `try!` or `removeItem`.
        package var call: String
        package var location: SourceLocation

        package init(_ kind: Kind, call: String, location: SourceLocation) {
            self.kind = kind
            self.call = call
            self.location = location
        }
    }

    /// The API that creates the container.
    package var form: Form
    package var location: SourceLocation
    /// The module that contains the call; nil if the folder doesn't determine it.
    package var module: String?
    package var content: Content
    package var plan: Plan
    /// The configurations. If there are none, the container opens the default store.
    package var stores: [Store]
    /// Whether only previews or tests use the container.
    package var isPreview: Bool
    /// The reactions in the same file if the container can't be created.
    package var failures: [Failure]
    /// The entitlements of the targets that run the call.
    package var entitlements = Entitlements()

    package init(
        form: Form, location: SourceLocation, module: String?, content: Content, plan: Plan, stores: [Store],
        isPreview: Bool, failures: [Failure]
    ) {
        self.form = form
        self.location = location
        self.module = module
        self.content = content
        self.plan = plan
        self.stores = stores
        self.isPreview = isPreview
        self.failures = failures
    }
}

/// A call that copies a store's main file without its other files. It is read from syntax only.
package struct StoreCopyDeclaration: Sendable, Hashable, Codable {
    /// The name of the copying function, such as `copyItem`.
    package var call: String
    package var location: SourceLocation

    package init(call: String, location: SourceLocation) {
        self.call = call
        self.location = location
    }
}
