import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The code of an app that creates containers, copies stores and deletes rows, with the groups of its versions. The
/// code is empty unless it was read (``ProjectOptions/readsCode``).
struct AppCode: Sendable {
    let groups: [LintGroup]
    /// The calls that create containers.
    let containers: [ContainerDeclaration]
    /// The calls that copy or move a store's main file without its other files.
    let storeCopies: [StoreCopyDeclaration]
    /// The Core Data stores that sync or may sync.
    let coreDataStores: [CoreDataStoreDeclaration]
    /// The reactions of code to Core Data stores that can't be loaded.
    let coreDataFailures: [ContainerDeclaration.Failure]
    /// The calls that delete batches of rows.
    let batchDeletes: [BatchDelete]
    /// The model classes that aren't in any version or container.
    let unlistedModels: [UnlistedClass]

    init(_ project: Project, _ groups: [LintGroup]) {
        self.groups = groups
        containers = project.declarations.containers
        storeCopies = project.declarations.storeCopies
        coreDataStores = project.declarations.coreDataStores
        coreDataFailures = project.declarations.coreDataFailures
        batchDeletes = project.declarations.batchDeletes
        unlistedModels = project.declarations.unlistedModels
    }
}
