# Every target sets up what it needs.
.PHONY: demo test lint format setup

SOURCES = Package.swift Sources Plugins Tests

demo: setup
	@Scripts/demo

test: setup
	swift test

lint: setup
	swift format lint --strict --recursive $(SOURCES)

format: setup
	swift format --in-place --recursive $(SOURCES)

setup:
	@Scripts/setup
