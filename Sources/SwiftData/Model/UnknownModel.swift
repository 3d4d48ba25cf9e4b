/// What ``ModelContext/model(for:)`` gives for an identifier that is of no row of its container: an object must be returned.
@Model final class UnknownModel {
    init() {}
}
