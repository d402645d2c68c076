import { CalendarError } from '../../../schemas/model/error.js';

/**
 * Runs the step and locates an error in a field (`/end`) in the call, below `at`. `id` is the intended
 * occurrence if another scope would work.
 */
export function locateError<T>(at: string, step: () => T, id?: string): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { path, callPatch } = error.info;
    throw error.with({
      ...(path === undefined || path.startsWith(MUTATION) ? {} : { path: at + path }),
      ...(callPatch?.scope === undefined || id === undefined ? {} : { callPatch: { ...callPatch, id } }),
    });
  }
}

/** Runs the step; an error about the calendar is located at this path. */
export function atPlace<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const isAboutIt = ['CALENDAR_NOT_FOUND', 'READ_ONLY', 'AMBIGUOUS_TARGET'].includes(error.code);
    throw isAboutIt && error.info.path === undefined ? error.with({ path }) : error;
  }
}

/** Runs the step; errors about the event are located at the filters that named it. */
export async function atFilters<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.info.path !== `${MUTATION}/id`) throw error;
    throw error.with({ path: `${MUTATION}/filters` });
  }
}

/** Locates an error of an operation in its batch. */
export function inBatch(error: CalendarError, index: number): CalendarError {
  const { path = MUTATION } = error.info;
  return path.startsWith(MUTATION)
    ? error.with({ path: `${MUTATION}/operations/${index}${path.slice(MUTATION.length)}` })
    : error;
}

const MUTATION = '/mutation';
