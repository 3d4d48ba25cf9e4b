import Foundation
import Observation
import PermafrostModel
import Testing

@testable import SwiftData

/// An observer of a property is notified of the property's changes, whatever was read before. An object that nobody
/// observes has no registrar.
@Suite struct ObservationTests {
    private func populated(_ count: Int = 3) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for number in 0..<count { context.insert(Parent(name: "\(number)")) }
        try context.save()
        return container
    }

    private func parents(_ context: ModelContext) throws -> [Parent] {
        try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Parent.name)]))
    }

    /// A counter of the notifications for each change.
    private final class Heard: Sendable {
        private let counts = Locked<[String: Int]>([:])
        func hear(_ what: String) { counts.withLock { $0[what, default: 0] += 1 } }
        subscript(what: String) -> Int { counts.withLock { $0[what] ?? 0 } }
    }

    @Test func unobservedReadsMakeNoRegistrar() throws {
        let context = ModelContext(try populated())
        for parent in try parents(context) {
            _ = parent.name
            _ = parent.children
            #expect(parent._modelStorage.observers == nil)
        }
    }

    @Test func objectsReadBeforeAndAfterAreObserved() throws {
        let context = ModelContext(try populated())
        let parents = try parents(context)
        _ = parents[0].name
        let heard = Heard()
        for round in 1...3 {
            withObservationTracking {
                _ = parents[0].name
                _ = parents[1].name
                _ = parents[1].age
            } onChange: {
                heard.hear("names")
            }
            withObservationTracking {
                _ = parents[1].age
            } onChange: {
                heard.hear("age")
            }
            _ = parents[2].name
            parents[2].name = "unobserved \(round)"
            parents[0].age = round
            #expect(heard["names"] == round - 1)
            parents[round % 2].name = "changed \(round)"
            #expect(heard["names"] == round)
            parents[round % 2].name = "changed again \(round)"
            #expect(heard["names"] == round && heard["age"] == round - 1)
            parents[1].age = round
            #expect(heard["age"] == round)
        }
        #expect(parents[2]._modelStorage.observers == nil)
    }

    @Test func nestedTrackingsAreNotifiedSeparately() throws {
        let context = ModelContext(try populated())
        let parents = try parents(context)
        let heard = Heard()
        withObservationTracking {
            _ = parents[0].name
            withObservationTracking {
                _ = parents[1].name
            } onChange: {
                heard.hear("inner")
            }
            _ = parents[2].name
        } onChange: {
            heard.hear("outer")
        }
        parents[1].name = "x"
        #expect(heard["inner"] == 1)
        parents[2].name = "x"
        parents[0].name = "x"
        #expect(heard["outer"] == 1 && heard["inner"] == 1)
    }

    /// Observers are also notified of changes that don't go through a setter.
    @Test func observersAreNotifiedOfRollbacksAndOtherContexts() throws {
        let container = try populated()
        let context = ModelContext(container)
        let parent = try #require(try parents(context).first)
        let heard = Heard()
        parent.name = "changed"
        withObservationTracking {
            _ = parent.name
        } onChange: {
            heard.hear("rollback")
        }
        context.rollback()
        #expect(heard["rollback"] == 1 && parent.name == "0")
        withObservationTracking {
            _ = parent.name
        } onChange: {
            heard.hear("other")
        }
        let other = ModelContext(container)
        try #require(try parents(other).first).name = "00"
        try other.save()
        #expect(try parents(context).first === parent)
        #expect(heard["other"] == 1 && parent.name == "00")
    }

    @Test func objectsOnTheirOwnAreObserved() throws {
        let parent = Parent(name: "a")
        let heard = Heard()
        withObservationTracking {
            _ = parent.name
        } onChange: {
            heard.hear("name")
        }
        let context = ModelContext(try populated())
        context.insert(parent)
        #expect(heard["name"] == 0)
        parent.name = "b"
        #expect(heard["name"] == 1)
    }

    /// A tracking that never saw a change is released with the object that it tracks.
    @Test func endedObjectsReleaseTheirObservers() throws {
        let container = try populated(20)
        let context = ModelContext(container)
        weak var last: Heard?
        func track() throws {
            for parent in try parents(context) {
                let heard = Heard()
                last = heard
                withObservationTracking {
                    _ = parent.name
                } onChange: {
                    heard.hear("name")
                }
            }
        }
        try track()
        #expect(last == nil)
        #expect(try parents(context).count == 20)
    }

    /// A task that only reads sees which of its own reads are observed, whatever other tasks observe meanwhile.
    @Test func tasksObserveTheSameClassIndependently() async throws {
        let container = try populated(4)
        let heard = Heard()
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let context = ModelContext(container)
                    guard let parents = try? context.fetch(FetchDescriptor<Parent>()) else { return false }
                    let isObserving = task.isMultiple(of: 2)
                    for round in 0..<200 {
                        let parent = parents[round % 2]
                        if isObserving {
                            withObservationTracking {
                                _ = parent.age
                                withObservationTracking {
                                    _ = parents[2].name
                                } onChange: {
                                }
                            } onChange: {
                                heard.hear("\(task)")
                            }
                            parent.age = round
                        } else {
                            _ = parent.age
                            await Task.yield()
                            _ = parents[2].name
                        }
                    }
                    let observed = parents.map { $0._modelStorage.observers != nil }
                    return observed == [isObserving, isObserving, isObserving, false]
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        for task in 0..<8 { #expect(heard["\(task)"] == (task.isMultiple(of: 2) ? 200 : 0)) }
    }

    /// The task that observes and the task that changes an object can differ, if only one of them runs at a time.
    @Test func anotherTaskObservesAfterManyReads() async throws {
        let context = ModelContext(try populated())
        nonisolated(unsafe) let parents = try parents(context)
        for _ in 0..<100 { _ = parents[0].name }
        let heard = Heard()
        await Task.detached {
            _ = parents[0].name
            withObservationTracking {
                _ = parents[0].name
            } onChange: {
                heard.hear("name")
            }
        }.value
        #expect(heard["name"] == 0)
        parents[0].age = 1
        #expect(heard["name"] == 0)
        await Task.detached { parents[0].name = "x" }.value
        #expect(heard["name"] == 1)
    }

    /// Each thread has its own context.
    @Test func threadsObserveIndependently() async throws {
        let container = try populated(50)
        let heard = Heard()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let context = ModelContext(container)
                    for parent in try context.fetch(FetchDescriptor<Parent>()) {
                        withObservationTracking {
                            _ = parent.name
                        } onChange: {
                            heard.hear("\(task)")
                        }
                        _ = parent.age
                        parent.age = 7
                        parent.name = "x"
                    }
                }
            }
            try await group.waitForAll()
        }
        for task in 0..<8 { #expect(heard["\(task)"] == 50) }
    }
}
