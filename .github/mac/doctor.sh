#!/bin/bash
# What the doctor finds on this Mac. Checks that fail are what the report is for: only no report is a failure.
set -euo pipefail
out=$1
mkdir -p "$out"
set +e
node dist/main.js doctor --json ${DOCTOR_ARGUMENTS:-} >"$out/doctor.json"
echo "exit code $?"
set -e
node -e 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))' "$out/doctor.json"
