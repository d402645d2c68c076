#!/bin/bash
# The status of EventKit for calendars: 0 not asked yet, 3 full access. Reading it asks nobody.
set -euo pipefail
out=$1
mkdir -p "$out"
if ! command -v osascript >/dev/null; then
  echo "no osascript here: no status was read"
  exit 0
fi
osascript -l JavaScript -e 'ObjC.import("EventKit"); Number($.EKEventStore.authorizationStatusForEntityType(0))' \
  | tee "$out/eventkit-status.txt"
