import { CalendarError } from '../../../schemas/model/error.js';
import { correctCalendarName } from './correct-calendar-name.js';

/** A call whose errors about the name of a calendar say where in it that stands. */
export async function placed<Result>(
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
