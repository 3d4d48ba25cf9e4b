import PermafrostModel

/// A place where the app makes a container or lets SwiftUI make one, as far as its syntax shows.
package struct ContainerDeclaration: Sendable, Hashable, Codable {
    /// How it is made.
    package enum Form: String, Sendable, Hashable, Codable {
        /// `ModelContainer(for:migrationPlan:configurations:)`
        case container
        /// `.modelContainer(for:)`, which takes no plan
        case modifier
        /// `DocumentGroup(editing:contentType:)`
        case document
        /// `SafeModelContainer.make(for:plan:)`
        case safeContainer
    }

    /// What it is made with.
    package enum Content: Sendable, Hashable, Codable {
        /// The ``DeclaredVersion/name`` of a version.
        case schema(String)
        /// Classes as listed, and all classes that these lead to by relationships and superclasses.
        case models(listed: [Model], closure: [SourceLocation])
        /// Something that cannot be read from source.
        case unknown
    }

    /// A class, by its name with its nesting, and where it is declared.
    package struct Model: Sendable, Hashable, Codable {
        /// The class's name with its nesting.
        package var name: String
        /// Where the class is declared.
        package var location: SourceLocation

        /// A class.
        package init(name: String, location: SourceLocation) {
            self.name = name
            self.location = location
        }
    }

    /// The plan that it is given.
    package enum Plan: Sendable, Hashable, Codable {
        /// None.
        case none
        /// The ``PlanDeclaration/name`` of a plan.
        case type(String)
        /// A plan that is no type of the project, or a value.
        case value
    }

    /// What says where a store is.
    package struct Store: Sendable, Hashable, Codable {
        /// Whether it is in memory for certain.
        package var isInMemory: Bool
        /// Whether a name, a URL or a group container distinguishes it from the default store.
        package var hasOwnPlace: Bool
        /// Whether the configuration could be read; what is made elsewhere is not followed.
        package var isKnown: Bool

        /// A store's configuration.
        package init(isInMemory: Bool, hasOwnPlace: Bool, isKnown: Bool) {
            self.isInMemory = isInMemory
            self.hasOwnPlace = hasOwnPlace
            self.isKnown = isKnown
        }
    }

    /// What is done where the container cannot be made.
    package struct Failure: Sendable, Hashable, Codable {
        /// Whether it deletes the store; else it ends the app.
        package var deletesStore: Bool
        /// What does so, as written: `fatalError`, `try!`, `removeItem`.
        package var call: String
        /// Where it is written.
        package var location: SourceLocation

        /// A reaction to a failure.
        package init(deletesStore: Bool, call: String, location: SourceLocation) {
            self.deletesStore = deletesStore
            self.call = call
            self.location = location
        }
    }

    /// How it is made.
    package var form: Form
    /// Where the call stands.
    package var location: SourceLocation
    /// The module that makes it, if the folder shows it.
    package var module: String?
    /// What it is made with.
    package var content: Content
    /// The plan that it is given.
    package var plan: Plan
    /// Its configurations; without any it opens the default store.
    package var stores: [Store]
    /// Whether it serves previews or tests alone.
    package var isPreview: Bool
    /// What is done where it cannot be made, as far as the file shows.
    package var failures: [Failure]

    /// A container.
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

/// A copy of a store's file without what else belongs to it, as far as its syntax shows.
package struct StoreCopyDeclaration: Sendable, Hashable, Codable {
    /// What copies, as written: `copyItem`.
    package var call: String
    /// Where the call stands.
    package var location: SourceLocation

    /// A copy.
    package init(call: String, location: SourceLocation) {
        self.call = call
        self.location = location
    }
}
