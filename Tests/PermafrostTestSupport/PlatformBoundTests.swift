/// Tests that don't run on every platform of the package, each with the reason. A test verifies the list.
///
/// All other tests use SwiftData's public API, and are meant to run on Linux, on a Mac and in an iOS simulator. Known
/// behavior of Apple's framework there, not yet confirmed by a run:
/// - Several versions of one entity in one process can interfere with each other while their containers are open. The
///   tests close each container quickly. Run them with `swift test --no-parallel`, as the workflow for Apple platforms
///   does. If one suite interferes with another, run each in its own process: `swift test --filter SUITE`.
/// - A migration's stages run synchronously, on the thread that creates the container.
public struct PlatformBoundTests: Sendable {
    /// The platforms that run a test, as a compilation condition.
    public enum Platforms: String, Sendable, CaseIterable {
        case linux = "os(Linux)"
        case linuxAndMac = "os(Linux) || os(macOS)"
    }

    /// The path relative to `Tests`: a target's folder, or a file with the condition on its own line.
    public let path: String
    public let platforms: Platforms
    public let reason: String

    private init(_ path: String, _ platforms: Platforms, _ reason: String) {
        self.path = path
        self.platforms = platforms
        self.reason = reason
    }

    /// Targets that the manifest declares only on Linux.
    public static let targets = [
        PlatformBoundTests(
            "AppleCheckTests", .linux, "They test the checks that Linux can make for the build on a Mac."),
        PlatformBoundTests(
            "PermafrostAgreementTests", .linux,
            "They compare plans that run with this package's SwiftData to the same plans read from their sources."),
        PlatformBoundTests(
            "PermafrostVerificationTests", .linux,
            "On a Mac, the kit is run separately, as the package in `Verification`, against Apple's SwiftData."),
        PlatformBoundTests(
            "SwiftDataTests", .linux,
            "They test this package's SwiftData. On other platforms, the package uses Apple's."),
    ]

    /// Targets that can't run in an iOS simulator.
    public static let toolTargets = [
        PlatformBoundTests("PermafrostCommandTests", .linuxAndMac, "They run `permafrost`."),
        PlatformBoundTests("PermafrostConsumerTests", .linuxAndMac, "They run SwiftPM."),
        PlatformBoundTests("PermafrostPluginTests", .linuxAndMac, "They run SwiftPM."),
        PlatformBoundTests("PermafrostProjectTests", .linuxAndMac, "They test code that runs git."),
    ]

    /// Files that are platform-bound, completely or in part.
    public static let files = [
        PlatformBoundTests(
            "FuzzTargetsTests/LeakTests.swift", .linux, "It reads a process's memory use from /proc."),
        PlatformBoundTests(
            "PermafrostTests/Safety/Life/StoreLife.swift", .linux, "It ends processes at system calls."),
        PlatformBoundTests(
            "PermafrostTests/Safety/Life/StoreLifeStep.swift", .linux, "It ends processes at system calls."),
        PlatformBoundTests(
            "PermafrostTests/Safety/Life/StoreLifeTests.swift", .linux, "It ends processes at system calls."),
        PlatformBoundTests(
            "PermafrostTests/Safety/Life/StoredNotes.swift", .linux, "It ends processes at system calls."),
        PlatformBoundTests(
            "PermafrostTests/Freezing/FreezeSchemaMacroTests.swift", .linux,
            "It runs the compiler with the modules and the macros of a Linux build."),
        PlatformBoundTests(
            "PermafrostCommandTests/NextVersion/NextVersionTests.swift", .linux, "A part of it uses TypeCheck.swift."),
        PlatformBoundTests(
            "PermafrostCommandTests/AdoptTests.swift", .linux, "A part of it uses TypeCheck.swift."),
        PlatformBoundTests(
            "PermafrostCommandTests/AdoptedCodeTests.swift", .linux, "A part of it uses TypeCheck.swift."),
        PlatformBoundTests(
            "PermafrostCommandTests/AdoptedContainerTests.swift", .linux, "A part of it uses TypeCheck.swift."),
        PlatformBoundTests(
            "PermafrostCommandTests/RequestedTestsTests.swift", .linux, "A part of it uses TypeCheck.swift."),
        PlatformBoundTests(
            "PermafrostCommandTests/NextVersion/OddCodeTests.swift", .linux, "A part of it uses TypeCheck.swift."),
        PlatformBoundTests(
            "PermafrostStoreTests/Files/SharedBlocksTests.swift", .linux,
            "A part of it tests the search for open file descriptors, which is Linux only."),
        PlatformBoundTests(
            "PermafrostConsumerTests/PluginTests.swift", .linux,
            "A part of it tests the announcement of a build. On a Mac, SwiftPM builds before it runs a plugin."),
        PlatformBoundTests(
            "PermafrostProjectTests/ProjectLockTests.swift", .linux, "It searches /proc for a file's open descriptors."),
        PlatformBoundTests(
            "PermafrostProjectTests/SourceEditsTests.swift", .linux, "It uses ObservedFolder.swift."),
        PlatformBoundTests(
            "PermafrostTestSupport/TestRepository.swift", .linuxAndMac, "It creates repositories with git."),
        PlatformBoundTests(
            "PermafrostTestSupport/WorkingFolder.swift", .linux,
            "Only on Linux can a thread have its own working folder. Tests start processes in it."),
        PlatformBoundTests(
            "PermafrostCommandTests/Tool.swift", .linux, "A part of it uses WorkingFolder.swift."),
        PlatformBoundTests(
            "PermafrostStoreTests/Files/BuildPathsTests.swift", .linuxAndMac, "A part of it uses BuildFolder.swift."),
        PlatformBoundTests(
            "PermafrostTestSupport/BuildFolder.swift", .linuxAndMac, "It finds programs, which an app can't start."),
        PlatformBoundTests(
            "PermafrostTestSupport/TypeCheck.swift", .linux,
            "It runs the compiler with the modules and the macros of a Linux build."),
        PlatformBoundTests(
            "PermafrostTests/Progressive/ProgressiveFaultTests.swift", .linux, "It uses ObservedFolder.swift."),
        PlatformBoundTests(
            "PermafrostTests/Safety/DoubtfulCommitTests.swift", .linux, "It uses ObservedFolder.swift."),
        PlatformBoundTests(
            "PermafrostTests/Safety/FaultTests.swift", .linux, "It uses ObservedFolder.swift."),
        PlatformBoundTests(
            "PermafrostTests/Safety/ProtectedStoreTests.swift", .linux,
            "It drops the permission to read a file, as on a device that isn't unlocked yet."),
        PlatformBoundTests(
            "PermafrostTests/Safety/LargeValueMigrationSafetyTests.swift", .linux, "It uses FailingCalls.swift."),
        PlatformBoundTests(
            "PermafrostTests/Safety/EmptyPlaceTests.swift", .linux,
            "It shortens the time that this package's SwiftData waits for a lock."),
        PlatformBoundTests(
            "PermafrostTests/Operations/KilledBackfillTests.swift", .linuxAndMac, "It kills processes."),
        PlatformBoundTests(
            "PermafrostCommandTests/InitManifestTests.swift", .linux,
            "Only on Linux do the targets with the models need a product."),
        PlatformBoundTests(
            "PermafrostCommandTests/InitTests.swift", .linux,
            "Only on Linux does the target with the models need a product."),
        PlatformBoundTests(
            "PermafrostTests/Safety/OtherFrameworkTests.swift", .linux,
            "It isn't known how Apple's framework handles a store from a different framework."),
        PlatformBoundTests("PermafrostTests/Safety/UnreadableNowTests.swift", .linux, "It uses FailingCalls.swift."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/MemoryFolder.swift", .linux, "It uses Linux's volume in memory."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/VaultSettings.swift", .linux, "It uses MemoryFolder.swift."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/VisitingNeighbour.swift", .linux,
            "It uses ObservedFolder.swift to stop and kill its process at system calls."),
        PlatformBoundTests(
            "PermafrostTests/Safety/BackupProtectionTests.swift", .linux,
            "One test sets extended attributes with a Linux system call."),
        PlatformBoundTests(
            "PermafrostTestSupport/DiskStates/SyncReason.swift", .linux, "It uses RecordedDisk.swift."),
        PlatformBoundTests(
            "PermafrostTestingTests/DriftTests.swift", .linux,
            "One test compares the Swift types of a live model, which Apple's framework doesn't record."),
        PlatformBoundTests(
            "SeedProgramsTests/FreezeRayTests.swift", .linux,
            "One test uses WorkingFolder.swift, because a function writes into the working folder."),
        PlatformBoundTests(
            "SeedProgramsSwift5Tests/FreezeRayTests.swift", .linux,
            "It is the same file as SeedProgramsTests/FreezeRayTests.swift."),
        PlatformBoundTests("PermafrostTestingTests/InterruptionTests.swift", .linuxAndMac, "It kills processes."),
        PlatformBoundTests("PermafrostTestingTests/MatrixTests.swift", .linuxAndMac, "A part of it ends processes."),
        PlatformBoundTests(
            "PermafrostTestingTests/InterruptionTests.swift", .linux,
            "One test expects calls of SQLite, which are only observed on Linux."),
        PlatformBoundTests(
            "PermafrostTestingTests/StoreEvidenceTests.swift", .linux,
            "Two tests read the folders of failed tests, which only Linux needs."),
        PlatformBoundTests(
            "PermafrostTestingTests/XCTestTests.swift", .linux,
            "One test catches failures with a method that XCTest calls only on Linux."),
        PlatformBoundTests(
            "PermafrostTestSupport/FailingCalls.swift", .linux,
            "It replaces system calls with functions of the same name, which Linux's linker allows."),
        PlatformBoundTests(
            "PermafrostFixturesTests/Fixtures/FixtureTreeTests.swift", .linux, "It uses FailingCalls.swift."),
        PlatformBoundTests(
            "PermafrostTestSupport/DiskStates/ObservedFolder.swift", .linux,
            "It records system calls in the same way that FailingCalls.swift makes them fail."),
        PlatformBoundTests(
            "PermafrostTestSupport/DiskStates/RecordedDisk.swift", .linux,
            "It replays what ObservedFolder.swift records."),
        PlatformBoundTests(
            "PermafrostTestSupport/DiskStates/DiskState.swift", .linux, "It uses RecordedDisk.swift."),
        PlatformBoundTests(
            "PermafrostTestSupport/DiskStates/PowerLossExplorer.swift", .linux, "It uses RecordedDisk.swift."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/PowerLossTests.swift", .linux, "It uses PowerLossExplorer.swift."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/CallFaultTests.swift", .linux, "It uses ObservedFolder.swift."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/KilledCallTests.swift", .linux, "It uses ObservedFolder.swift."),
        PlatformBoundTests(
            "PermafrostTests/PowerLoss/VaultInvariants.swift", .linux, "Only the tests in the same folder use it."),
        PlatformBoundTests(
            "PermafrostFixturesTests/Fixtures/FreezerTests.swift", .linux, "One check runs `sha256sum`."),
        PlatformBoundTests(
            "PermafrostTestSupport/CommandResult.swift", .linuxAndMac,
            "It runs processes, which iOS doesn't allow."),
        PlatformBoundTests(
            "PermafrostTestSupport/Packages/Checkout.swift", .linuxAndMac,
            "It runs processes, which iOS doesn't allow."),
        PlatformBoundTests(
            "PermafrostTestSupport/Packages/ConsumerPackage.swift", .linuxAndMac, "It uses Checkout.swift."),
        PlatformBoundTests(
            "PermafrostTestSupport/Worker.swift", .linuxAndMac, "It runs processes, which iOS doesn't allow."),
        PlatformBoundTests(
            "PermafrostTests/Progressive/KilledProgressiveTests.swift", .linuxAndMac, "It kills processes that migrate."
        ),
        PlatformBoundTests(
            "PermafrostTests/Progressive/ProgressiveNeighbourTests.swift", .linuxAndMac,
            "Other processes use the store at the same time."),
        PlatformBoundTests(
            "PermafrostTests/Safety/BackupLimitTests.swift", .linuxAndMac, "One test kills processes that migrate."),
        PlatformBoundTests(
            "PermafrostTests/Safety/KilledMigrationTests.swift", .linuxAndMac, "It kills processes that migrate."),
        PlatformBoundTests(
            "PermafrostTests/Safety/RestoreInUseTests.swift", .linuxAndMac,
            "One test has another process open the store."),
        PlatformBoundTests(
            "PermafrostTests/Safety/SharedIndexTests.swift", .linuxAndMac, "Another process shares the store."),
        PlatformBoundTests(
            "PermafrostTests/Safety/SharedVaultTests.swift", .linuxAndMac, "One test has processes share a store."),
    ]
}
