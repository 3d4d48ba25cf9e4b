#if canImport(SwiftUI)
    import Foundation
    import Permafrost
    import SwiftData
    import SwiftUI

    /// An app that shows the launch of its store.
    public struct DiaryApp: App {
        @State private var launch = MigrationLaunch(
            for: DiaryV2.self, plan: DiaryMigrationPlan.self,
            storeURL: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appending(path: "Diary.store"))

        public init() {}

        public var body: some Scene {
            WindowGroup {
                Text("Diary").migrationLaunch(launch) { phase in
                    switch phase {
                    case .failed(let failure): FailureView(launch: launch, failure: failure)
                    case .waitingForProtectedData: Text("Unlock the device.")
                    case .opening, .migrating, .ready: Text("Opening…")
                    }
                }
            }
        }
    }

    private struct FailureView: View {
        let launch: MigrationLaunch
        let failure: MigrationLaunch.Failure

        var body: some View {
            if failure.remedies.contains(.retry) {
                Button("Try Again") { Task { await launch.retry() } }
            }
            Text(failure.error.description)
        }
    }
#endif
