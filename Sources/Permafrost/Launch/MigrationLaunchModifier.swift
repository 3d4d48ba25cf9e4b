#if canImport(SwiftUI)
    import SwiftData
    import SwiftUI

    extension View {
        /// Starts a launch, and shows this view with the launch's container when the store is open. Until then, shows a
        /// placeholder for the launch's phase.
        ///
        /// In the placeholder, show:
        /// - `opening`: nothing, or the app's launch screen;
        /// - `waitingForProtectedData`: a request to unlock the device;
        /// - `migrating`: the step and the number of steps;
        /// - `failed`: the error, and a button for each remedy.
        ///
        /// The launch continues if the view disappears.
        ///
        /// - Parameters:
        ///   - launch: the launch. Keep it in the app's state.
        ///   - placeholder: makes the view for a phase other than `ready`.
        public func migrationLaunch<Placeholder: View>(
            _ launch: MigrationLaunch, @ViewBuilder placeholder: @escaping (MigrationLaunch.Phase) -> Placeholder
        ) -> some View {
            modifier(MigrationLaunchModifier(launch: launch, placeholder: placeholder))
        }
    }

    private struct MigrationLaunchModifier<Placeholder: View>: ViewModifier {
        let launch: MigrationLaunch
        let placeholder: (MigrationLaunch.Phase) -> Placeholder

        func body(content: Content) -> some View {
            Group {
                if case .ready(let container) = launch.phase {
                    content.modelContainer(container)
                } else {
                    placeholder(launch.phase)
                }
            }
            .task { await launch.start() }
        }
    }
#endif
