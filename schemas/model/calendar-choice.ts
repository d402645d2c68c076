import { CalendarError } from './error.js';

/** The calendars of an account on a Mac, by name in any case; defaults to all. */
export interface CalendarChoice {
  readonly calendars?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/**
 * Selects the calendars of an account.
 *
 * @throws CalendarError CONFIGURATION if none is left.
 */
export function chosenCalendars<T extends { readonly name: string }>(
  there: readonly T[],
  { calendars, except = [] }: CalendarChoice,
): readonly T[] {
  const isIn = (names: readonly string[], { name }: T): boolean =>
    names.some((one) => one.toLowerCase() === name.toLowerCase());
  const chosen = there.filter(
    (one) => (calendars === undefined || isIn(calendars, one)) && !isIn(except, one),
  );
  if (chosen.length > 0) return chosen;
  throw new CalendarError(
    'CONFIGURATION',
    'The account is set up to have none of the calendars of the app.',
    {
      suggestion: 'Ask the user to correct `calendars` and `except` of the account in calendar-mcp.json.',
    },
  );
}
