import PermafrostModel

/// A call that creates a container, or that makes SwiftUI create one. The call is parsed, not type-checked.
package struct ContainerDeclaration: Sendable, Hashable, Codable {
    /// The API that creates a container.
    package enum Form: String, Sendable, Hashable, Codable {
        /// `ModelContainer(for:migrationPlan:configurations:)`.
        case container
        /// `.modelContainer(for:)`, which doesn't accept a plan.
        case modifier
        /// `DocumentGroup(editing:contentType:)` or `DocumentGroup(viewing:contentType:)`.
        case document
        /// `SafeModelContainer.make(for:plan:)` or `SafeModelContainer(for:)`.
        case safeContainer
    }

    package enum Content: Sendable, Hashable, Codable {
        /// The version with this ``DeclaredVersion/name``.
        case schema(String)
        /// The listed classes, and all classes reachable from them by relationships and superclasses.
        case models(listed: [Model], closure: [Model])
        /// Content that can't be read from source.
        case unknown
    }

    /// A model class in ``Content/models(listed:closure:)``. In `listed`, `name` is the class's qualified name. In
    /// `closure`, it is the entity's name.
    package struct Model: Sendable, Hashable, Codable {
        package var name: String
        package var location: SourceLocation
        /// The entity's version hash in hexadecimal digits, or nil if the models can't be evaluated.
        package var hash: String?

        package init(name: String, location: SourceLocation, hash: String? = nil) {
            self.name = name
            self.location = location
            self.hash = hash
        }

        /// The name of the class's entity.
        package var entity: String { name.split(separator: ".").last.map(String.init) ?? name }
    }

    /// A container's migration plan.
    package enum Plan: Sendable, Hashable, Codable {
        case none
        /// The project's plan with this ``PlanDeclaration/name``.
        case type(String)
        /// A plan that is a value, or a type that isn't one of the project's plans.
        case value
    }

    /// A store that a container opens, as its configuration describes it.
    package struct Store: Sendable, Hashable, Codable {
        /// Whether the store is known to be in memory.
        package var isInMemory: Bool
        /// The store's location, or ``StorePlace/unknown`` if the configuration doesn't determine it.
        package var place: StorePlace
        /// Whether the configuration could be read, including whether the store is in memory.
        package var isKnown: Bool
        /// The models of the configuration's own schema, or nil if the store has the container's models.
        package var content: Content?
        /// The store's CloudKit setting.
        package var cloudKit = CloudKitRequest()

        package init(isInMemory: Bool, place: StorePlace, isKnown: Bool, content: Content? = nil) {
            self.isInMemory = isInMemory
            self.place = place
            self.isKnown = isKnown
            self.content = content
        }

        /// The store of a container without a configuration.
        package static let standard = Store(isInMemory: false, place: .named(nil), isKnown: true)
    }

    /// A relationship from a model to a model that is only in other configurations of the container.
    package struct Crossing: Sendable, Hashable, Codable {
        package var model: String
        package var property: String
        package var destination: String
        package var location: SourceLocation

        package init(model: String, property: String, destination: String, location: SourceLocation) {
            self.model = model
            self.property = property
            self.destination = destination
            self.location = location
        }
    }

    /// The code's reaction if a container can't be created.
    package struct Failure: Sendable, Hashable, Codable {
        /// The effect of a reaction.
        package enum Kind: Sendable, Hashable, Codable {
            case endsApp
            case deletesStore
            /// The reaction deletes a file that is the container's store according to its name. The associated value is
            /// the expression for the file.
            case mayDeleteStore(String)
            /// The reaction moves, copies or deletes a file that isn't a store of the container. The associated values
            /// are the file's name and the names of the container's stores.
            case handlesOtherFile(String, stores: [String])
            /// The reaction opens the container's store without the migration plan. If `isCertain` is false, it may be a
            /// different store.
            case retriesWithoutPlan(isCertain: Bool)
            /// The reaction continues with a container in memory, and only logs the failure.
            case continuesInMemory
            /// The reaction continues without a Core Data store, and only logs the failure.
            case continuesWithoutStore
        }

        package var kind: Kind
        /// The name of the called function, such as `fatalError` or `removeItem`, or `try!`.
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
    /// The module that contains the call, or nil if the folder doesn't determine it.
    package var module: String?
    package var content: Content
    package var plan: Plan
    /// The stores that the container's configurations describe. Without configurations, this is the default store.
    /// Empty for a `DocumentGroup` or `SafeModelContainer` without configurations, because these don't open the default
    /// store.
    package var stores: [Store]
    /// The names of the apps, extensions and tools that compile the call, or that depend on a library that compiles it.
    /// A program without a target is represented by the path of the file that starts it. Empty if the programs aren't
    /// known.
    package var processes: Set<String> = []
    /// Whether the project has several programs, and the call's folder doesn't determine which of them compile it.
    package var hasUnknownProcess = false
    /// The platforms of the apps, extensions and tools in ``processes``. Empty if they aren't known.
    package var platforms: Set<Platform> = []
    /// The builds that compile the call, or nil if the call isn't inside an `#if`. The name of a build consists of its
    /// platform and the flags that are set, such as `iOS` or `iOS DEBUG`.
    package var builds: Set<String>?
    /// The relationships between models of different configurations.
    package var crossings: [Crossing] = []
    /// Whether the container is only for previews, tests or debug builds.
    package var isPreview: Bool
    /// The reactions to a failure to create the container, in the file that contains the call. Empty if all stores are
    /// in memory.
    package var failures: [Failure]
    /// The entitlements of the targets that run the call.
    package var entitlements = Entitlements()
    /// The reason that a test's container opens an existing store. Nil if the call isn't in a test, or if the test isn't
    /// known to open one.
    package var reopening: Reopening?

    /// The existing store that a test's container opens.
    package enum Reopening: Sendable, Hashable, Codable {
        /// The test copies a file to the store's place.
        case copy
        /// Calls at the given locations made the store in the same test.
        case containers([SourceLocation])
    }

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

extension ContainerDeclaration {
    /// Whether a build without compilation flags, such as a release build for iOS, compiles the call. Always true for a
    /// call outside any `#if`.
    package var isReleased: Bool { builds?.contains { !$0.contains(" ") } ?? true }

    /// Returns whether some build compiles both calls. The branches of one `#if` exclude each other.
    package func canBeCompiled(with other: ContainerDeclaration) -> Bool {
        guard let builds, let others = other.builds else {
            return builds?.isEmpty != true && other.builds?.isEmpty != true
        }
        return !builds.isDisjoint(with: others)
    }

    /// Returns whether a process may create both containers, or nil if that isn't known.
    package func sharesProcess(with other: ContainerDeclaration) -> Bool? {
        if hasUnknownProcess || other.hasUnknownProcess { return nil }
        if processes.isEmpty || other.processes.isEmpty { return module == other.module ? true : nil }
        return !processes.isDisjoint(with: other.processes)
    }

    /// Returns whether a store of this container is the same as a store of another container. Stores of apps for
    /// different platforms are always different.
    package func relation(of store: Store, to other: Store, of container: ContainerDeclaration) -> StorePlace.Relation {
        // Apps for different platforms, such as an app and its watch app, run on different devices.
        let areApart =
            !platforms.isEmpty && !container.platforms.isEmpty && platforms.isDisjoint(with: container.platforms)
        return areApart
            ? .different : store.place.relation(to: other.place, sharesProcess: sharesProcess(with: container))
    }
}

/// A call that copies or moves a store's main file without some of the store's other files. The call is parsed, not
/// type-checked.
package struct StoreCopyDeclaration: Sendable, Hashable, Codable {
    /// The files that the code doesn't copy or move.
    package enum Omission: String, Sendable, Hashable, Codable {
        /// The write-ahead log.
        case log
        /// The folder with the values of properties with `.externalStorage`. The code copies or moves the log.
        case externalValues
    }

    /// The name of the called function: `copyItem`, `moveItem` or, for `Data(contentsOf:)`, `Data`.
    package var call: String
    package var omission: Omission
    package var location: SourceLocation

    package init(call: String, omission: Omission = .log, location: SourceLocation) {
        self.call = call
        self.omission = omission
        self.location = location
    }
}
