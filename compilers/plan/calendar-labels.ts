/** What people see of a calendar. In a change, what is absent stays as it is. */
export interface CalendarLabels {
  readonly name?: string | undefined;
  /** `#rrggbb`; empty: none. */
  readonly color?: string | undefined;
  /** Empty: none. */
  readonly description?: string | undefined;
  /** Of a new calendar: names of components; VEVENT where nothing is said. */
  readonly holds?: readonly string[] | undefined;
}
