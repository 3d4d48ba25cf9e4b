// As on Apple's platforms: the expansion of `@Model` rests on Observation, and a file that uses Foundation imports it itself.
@_exported import Observation
