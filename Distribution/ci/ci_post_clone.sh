#!/bin/sh
# Fails the build if a frozen schema version has drifted. Xcode Cloud runs this file after it
# cloned the repository, if the file is executable.
set -e
cd "$CI_PRIMARY_REPOSITORY_PATH"
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  git fetch --quiet --unshallow --tags
else
  git fetch --quiet --tags
fi
curl --fail --silent --show-error --location "https://github.com/OWNER/permafrost/releases/download/0.1.0/install.sh" --output "$HOME/permafrost-tool-install.sh"
sh "$HOME/permafrost-tool-install.sh" --prefix "$HOME/permafrost-tool" --as-root
"$HOME/permafrost-tool/bin/permafrost" check --no-cache ${CI_PULL_REQUEST_TARGET_COMMIT:+"--base=$CI_PULL_REQUEST_TARGET_COMMIT"}
