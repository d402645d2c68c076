#!/bin/bash
# Compares the dictionary that Calendar has on this Mac with the one that the tests know. A difference is a warning.
set -euo pipefail
out=$1
mkdir -p "$out"
if ! command -v sdef >/dev/null; then
  echo "no sdef here: nothing was compared"
  exit 0
fi
sdef /System/Applications/Calendar.app >"$out/Calendar.sdef"
node .github/mac/compare-dictionary.mjs "$out/Calendar.sdef" test/backends/applescript/interpreter/dictionary.ts \
  | tee "$out/dictionary.txt"
