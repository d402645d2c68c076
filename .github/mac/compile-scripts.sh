#!/bin/bash
# Has Apple's compiler take every AppleScript, and JavaScriptCore parse every script in JavaScript. Runs none of them.
set -euo pipefail
out=$1
mkdir -p "$out/scripts" "$out/compiled"
node .github/mac/write-scripts.mjs "$out/scripts"

if ! command -v osacompile >/dev/null; then
  echo "no osacompile here: $(find "$out/scripts" -type f | wc -l | tr -d ' ') scripts were written and not compiled"
  exit 0
fi
failed=0
for script in "$out"/scripts/*; do
  language=AppleScript
  case $script in *.jxa) language=JavaScript ;; esac
  if ! osacompile -l "$language" -o "$out/compiled/$(basename "$script").scpt" "$script" 2>"$out/error"; then
    echo "::error::$(basename "$script"): $(tail -1 "$out/error")"
    failed=1
  fi
done
rm -f "$out/error"
exit $failed
