/** What `--help` prints. */
export const USAGE = `calendar-mcp: calendars for language models, and for people in a hurry

  calendar-mcp                       serve MCP on stdin and stdout
  calendar-mcp demo                  a made-up week in a temporary folder, through a real client
  calendar-mcp agenda [period]       your events by day: today, "next week", 2026-11, …
                                     (default: the next 7 days)
  calendar-mcp read '<json>'         one call of calendar_read, calendar_write or
  calendar-mcp write '<json>'        calendar_analyze; "-" reads the JSON from stdin
  calendar-mcp analyze '<json>'
  calendar-mcp doctor                what works and what does not, as JSON without private words;
                                     --account NAME checks one, --names shows names, for you
                                     alone, --write-test CALENDAR creates and deletes an event
  calendar-mcp print-schemas         the tools a client sees, as JSON; with "settings" or "doctor",
                                     the schema of the configuration file or of a report

Options
  --dir FOLDER         calendars as folders of .ics files   (CALENDAR_DIR)
  --create             create that folder, or a configured one, if it is missing
  --state-dir FOLDER   trash, undo and what the server keeps (CALENDAR_STATE_DIR)
  --config FILE        accounts and preferences              (CALENDAR_CONFIG)
  --calendar NAME      see and change this calendar only     (CALDAV_CALENDAR_NAME)
  --backend NAME       use only this and ignore accounts: local, or applescript (macOS)
  --timezone ZONE      default zone, such as Europe/Berlin   (CALENDAR_TIMEZONE)
  --legacy PROFILE     also list the tools of an earlier server; several with commas, or all:
                       PROFILES
  --json               print the whole result as JSON
  --help, --version

A CalDAV account: CALDAV_URL, CALDAV_USERNAME, CALDAV_PASSWORD, or several in a configuration file.
Without an account, events are kept in a folder of .ics files. Set CALENDAR_LOG=debug for details.
`;
