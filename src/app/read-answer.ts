import { metaLines } from '../../schemas/answers/meta-lines.js';
import {
  clockMinutes,
  dayIn,
  type EventCells,
  type PlacedEvent,
  placeEvent,
  textOf,
} from './placed-event.js';
import { type PlacedTask, placeTask } from './placed-task.js';

/** The parts of a `calendar_read` answer that a page draws. */
export interface ShownAnswer {
  readonly events: readonly PlacedEvent[];
  readonly tasks: readonly PlacedTask[];
  readonly calendars: readonly EventCells[];
  /** The requested period; `to` is the first day after it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly timezone: string | undefined;
  readonly nextOffset: number | undefined;
  /** The answer has events as rows, not as text or a count. */
  readonly hasRows: boolean;
  /** Missing parts and other notes. */
  readonly notes: readonly string[];
}

/** Reads the result of a tool call; throws an error with the server's message if the call failed. */
export function readAnswer(result: unknown): ShownAnswer {
  const { structuredContent, content } = cellsIn(result);
  const [item] = listOf(content);
  const answer = cellsIn(structuredContent ?? parsed(textOf(cellsIn(item).text)));
  if (answer.success !== true) {
    throw new Error(textOf(cellsIn(answer.error).message) || 'The calendars could not be read.');
  }
  const { events, tasks, calendars } = cellsIn(answer.data);
  const meta = cellsIn(answer.meta);
  const { range, timezone, nextOffset } = meta;
  const { from, to } = cellsIn(range);
  return {
    events: listOf(events).flatMap((row) => placeEvent(cellsIn(row)) ?? []),
    tasks: listOf(tasks).flatMap((row) => placeTask(cellsIn(row)) ?? []),
    calendars: listOf(calendars).map(cellsIn),
    from: typeof from === 'string' ? dayIn(from) : undefined,
    to: typeof to === 'string' ? dayIn(to) + (clockMinutes(to) > 0 ? 1 : 0) : undefined,
    timezone: typeof timezone === 'string' ? timezone : undefined,
    nextOffset: typeof nextOffset === 'number' ? nextOffset : undefined,
    hasRows: Array.isArray(events),
    notes: metaLines(meta),
  };
}

export function cellsIn(value: unknown): EventCells {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EventCells) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
