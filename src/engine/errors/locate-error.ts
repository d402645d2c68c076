import { CalendarError } from '../../../schemas/model/error.js';

/**
 * The step; an error in a field (`/end`) is located in the call, below `at`. `id` is that of the occurrence which is
 * meant where another scope would do.
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

/** The step; a calendar that it does not find or cannot write is the one that stands at this place of the call. */
export function atPlace<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const isAboutIt = ['CALENDAR_NOT_FOUND', 'READ_ONLY', 'AMBIGUOUS_TARGET'].includes(error.code);
    throw isAboutIt && error.info.path === undefined ? error.with({ path }) : error;
  }
}

/** The step; errors of the event are located at the filters that named it. */
export async function atFilters<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof CalendarError) || error.info.path !== `${MUTATION}/id`) throw error;
    throw error.with({ path: `${MUTATION}/filters` });
  }
}

/** The error of an operation of a batch, with its place in the batch. */
export function inBatch(error: CalendarError, index: number): CalendarError {
  const { path = MUTATION } = error.info;
  return path.startsWith(MUTATION)
    ? error.with({ path: `${MUTATION}/operations/${index}${path.slice(MUTATION.length)}` })
    : error;
}

const MUTATION = '/mutation';
