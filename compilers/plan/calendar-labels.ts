/** The visible properties of a calendar. In a change, absent values stay unchanged. */
export interface CalendarLabels {
  readonly name?: string | undefined;
  /** `#rrggbb`; empty clears. */
  readonly color?: string | undefined;
  /** Empty clears. */
  readonly description?: string | undefined;
  /** Component names of a new calendar; defaults to VEVENT. */
  readonly holds?: readonly string[] | undefined;
}
