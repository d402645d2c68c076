/** What people see of a calendar. In a change, what is absent stays as it is. */
export interface CalendarLabels {
  readonly name?: string;
  /** `#rrggbb`; empty: none. */
  readonly color?: string;
  /** Empty: none. */
  readonly description?: string;
}
