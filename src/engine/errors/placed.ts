import { CalendarError } from '../../../schemas/model/error.js';
import { correctCalendarName } from './correct-calendar-name.js';

/** Runs a call; an error about a calendar name gets the place of that name in the call. */
export async function withCalendarPath<Result>(
  root: 'query' | 'analysis',
  input: unknown,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof CalendarError ? correctCalendarName(error, root, input) : error;
  }
}
