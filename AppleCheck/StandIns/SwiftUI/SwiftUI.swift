// A stand-in for the parts of SwiftUI that show a view for a launch. The declarations have the isolation and the
// parameters of Apple's, so that a modifier and an app that compile here make the same promises to SwiftUI.
import SwiftData

/// A part of the user interface.
@MainActor @preconcurrency public protocol View {
    /// The type of the content.
    associatedtype Body: View
    /// The content.
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

/// A view without content.
public struct EmptyView: View {
    public nonisolated init() {}
    public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

/// One of two views.
public struct _ConditionalContent<First: View, Second: View>: View {
    public var body: Never { fatalError() }
}

/// Makes a view from statements.
@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Group<Never> { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        fatalError()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        fatalError()
    }
}

/// Several views as one.
public struct Group<Content> {}

extension Group: View where Content: View {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

/// A line of text.
public struct Text: View {
    public nonisolated init<Content: StringProtocol>(_ content: Content) {}
    public var body: Never { fatalError() }
}

/// A control that starts an action.
public struct Button<Label: View>: View {
    @MainActor public var body: Never { fatalError() }
}

extension Button where Label == Text {
    @MainActor public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {}
}

/// A view with another view's content and a modifier.
public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Never { fatalError() }
}

/// A change to a view.
@MainActor @preconcurrency public protocol ViewModifier {
    /// The type of the changed view.
    associatedtype Body: View
    /// Returns the changed view.
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
    /// The view that is changed.
    typealias Content = _ViewModifier_Content<Self>
}

/// The view that a modifier changes.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public var body: Never { fatalError() }
}

extension View {
    /// Applies a modifier.
    public nonisolated func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        fatalError()
    }

    /// Runs an action before the view appears, and cancels it when the view disappears.
    public nonisolated func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
    ) -> some View { EmptyView() }

    /// Sets the container of the views inside.
    public nonisolated func modelContainer(_ container: ModelContainer) -> some View { EmptyView() }
}

/// A value that SwiftUI keeps for a view.
@propertyWrapper public struct State<Value> {
    public init(wrappedValue value: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}

/// A part of an app.
@MainActor @preconcurrency public protocol Scene {
    /// The type of the content.
    associatedtype Body: Scene
    /// The content.
    @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

extension Scene {
    /// Sets the container of the views inside.
    public nonisolated func modelContainer(_ container: ModelContainer) -> some Scene { self }
}

/// A group of equal windows.
public struct WindowGroup<Content: View>: Scene {
    public nonisolated init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

/// An app.
@MainActor @preconcurrency public protocol App {
    /// The type of the content.
    associatedtype Body: Scene
    /// The content.
    @MainActor @preconcurrency var body: Body { get }
    /// Creates the app.
    @MainActor @preconcurrency init()
}
