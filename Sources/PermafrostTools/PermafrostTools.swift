// `swift build --target PermafrostTools` builds what this target depends on: `permafrost`, and the source reader that it
// starts. The target itself has nothing to compile.
