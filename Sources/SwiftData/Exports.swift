// As on Apple's platforms, the expansion of `@Model` needs Observation. A file that uses Foundation imports it itself.
@_exported import Observation
