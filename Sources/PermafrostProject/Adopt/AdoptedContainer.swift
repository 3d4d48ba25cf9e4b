import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

extension ContainerDeclaration {
    /// Returns whether the container may open a store of the models. Returns false if it has other classes.
    func mayOpen(_ models: DeclaredVersion) -> Bool {
        guard case .models(_, let closure) = content else { return content == .unknown }
        return !closure.isEmpty && Set(closure.map(\.location)).isSubset(of: models.places.parts.entities.values)
    }

    /// Returns whether the container has all classes of the models, and other classes.
    func hasMoreModels(than models: DeclaredVersion) -> Bool {
        guard case .models(_, let closure) = content else { return false }
        let classes = Set(closure.map(\.location))
        return classes.isStrictSuperset(of: models.places.parts.entities.values)
    }

    /// Returns whether the container lists classes with the names of all entities of models at another commit.
    func lists(_ models: DeclaredVersion) -> Bool {
        guard case .models(_, let closure) = content else { return false }
        return Set(closure.map(\.entity)).isSuperset(of: models.places.parts.entities.keys)
    }

    /// Returns whether the container has exactly the classes of the models.
    func hasModels(of models: DeclaredVersion?) -> Bool {
        guard case .models(_, let closure) = content, let models else { return false }
        return Set(closure.map(\.location)) == Set(models.places.parts.entities.values)
    }
}

extension ContainerDeclaration.Store {
    /// Returns whether both describe the same file, with the same CloudKit setting.
    fileprivate func isSame(as other: Self) -> Bool {
        place == other.place && isInMemory == other.isInMemory && isKnown == other.isKnown
            && cloudKit.databases == other.cloudKit.databases && cloudKit.written == other.cloudKit.written
    }
}

extension Project {
    /// Returns whether a source file is only drafted, or can be edited. A file that can't be examined can't be edited, so
    /// that its edit is suggested instead.
    func canEdit(_ path: String) -> Bool {
        guard FileStatus(at: options.directory + "/" + path) != nil else { return options.overlay[path] != nil }
        return (try? RootFolder(options.directory).isWritable(path)) ?? false
    }

    /// Returns whether a container opens a version with a plan, and has the same stores as a container before an edit.
    func opens(_ schema: String?, with plan: String, like before: ContainerDeclaration) -> Bool {
        declarations.containers.contains { container in
            container.location.file == before.location.file && container.plan == .type(plan)
                && container.content == schema.map { .schema($0) } && container.isPreview == before.isPreview
                && container.stores.count == before.stores.count
                && zip(container.stores, before.stores).allSatisfy { $0.isSame(as: $1) }
        }
    }
}
