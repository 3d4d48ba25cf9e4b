# Every target sets up what it needs.
.PHONY: demo test bench lint format setup

SOURCES = Package.swift Sources Plugins Tests Benchmarks

demo: setup
	@Scripts/demo

test: setup
	swift test

bench: setup
	@Scripts/bench

lint: setup
	swift format lint --strict --recursive $(SOURCES)

format: setup
	swift format --in-place --recursive $(SOURCES)

setup:
	@Scripts/setup
