import Foundation
import SwiftData

@Model final class Parent {
    @Attribute(.unique) var name: String
    var age = 0
    @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []
    @Relationship(deleteRule: .nullify, inverse: \Toy.keeper) var toys: [Toy]? = []
    @Relationship(deleteRule: .deny) var guards: [Watch] = []
    var friends: [Club] = []
    @Transient var scratch = 3

    init(name: String) { self.name = name }
}

@Model final class Child {
    var name: String
    var parent: Parent?
    init(name: String) { self.name = name }
}

@Model final class Toy {
    var name: String
    var keeper: Parent?
    init(name: String) { self.name = name }
}

@Model final class Watch {
    var name: String
    init(name: String) { self.name = name }
}

@Model final class Club {
    var title: String
    @Relationship(inverse: \Parent.friends) var members: [Parent] = []
    init(title: String) { self.title = title }
}
