import type { NamedCalendar } from '../../../../compilers/targets/applescript/calendar-address.js';
import { scriptArgv } from '../../../../compilers/targets/applescript/script-argv.js';
import type { ScriptEvent } from '../../../../compilers/targets/applescript/script-event.js';
import { calendarFields, createFields } from '../../../../compilers/targets/applescript/script-fields.js';
import { SCRIPT_SOURCES } from '../../../../compilers/targets/applescript/script-sources.js';
import { readList, readRows } from '../scripts/read-rows.js';
import { ScriptFailure } from '../scripts/script-failure.js';
import { PROBE_SOURCES, type ProbeScript } from './probe-scripts.js';

/** Runs a script and gives what it printed; throws ScriptFailure. */
export type RunSource = (source: string, argv: readonly string[], signal: AbortSignal) => Promise<string>;

/** An event of the doctor's own as Calendar has it, uninterpreted. Dates as the scripts print them. */
export interface RawEvent {
  readonly ruleKind: string;
  readonly placeKind: string;
  readonly notesKind: string;
  readonly linkKind: string;
  readonly rule: string;
  readonly stamp: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly skipKind: string;
  readonly skips: readonly string[];
  /** `missing` if it is unset. */
  readonly minutes: readonly string[];
}

/** What the doctor asks Calendar past the backend: about events it made itself, and how long things take. */
export interface ProbeRun {
  ask(script: ProbeScript, fields: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Makes an event and gives its uid. */
  create(event: ScriptEvent, signal: AbortSignal): Promise<string>;
  /** Undefined when it is gone. */
  raw(uid: string, signal: AbortSignal): Promise<RawEvent | undefined>;
  /** Uids in the order of the calendar. */
  order(signal: AbortSignal): Promise<readonly string[]>;
}

/** Numbers of "no such object". */
const GONE: ReadonlySet<number | undefined> = new Set([-1728, -10006]);

export function probeRun(run: RunSource, calendar: NamedCalendar): ProbeRun {
  const own = calendarFields(calendar);
  const rowsOf = async (source: string, fields: readonly string[], signal: AbortSignal) =>
    readRows(await run(source, scriptArgv(fields), signal)).rows;
  const ask: ProbeRun['ask'] = async (script, fields, signal) => {
    const [row = []] = await rowsOf(PROBE_SOURCES[script], fields, signal);
    return row;
  };
  return {
    ask: (script, fields, signal) => ask(script, [...own, ...fields], signal),
    async create(event, signal) {
      const [row] = await rowsOf(SCRIPT_SOURCES['create-event'], createFields(calendar, event), signal);
      const [mark, uid] = row ?? [];
      if (mark !== 'NEW' || uid === undefined) throw new ScriptFailure('garbled');
      return uid;
    },
    async raw(uid, signal) {
      try {
        return readRaw(await ask('raw', [...own, uid], signal));
      } catch (error) {
        if (error instanceof ScriptFailure && GONE.has(error.number)) return undefined;
        throw error;
      }
    },
    order: async (signal) =>
      (await rowsOf(SCRIPT_SOURCES['list-uids'], own, signal)).map(([uid = '']) => uid),
  };
}

function readRaw(row: readonly string[]): RawEvent {
  if (row.length !== 12) throw new ScriptFailure('garbled');
  const at = (index: number): string => row[index] ?? '';
  return {
    ruleKind: at(0),
    placeKind: at(1),
    notesKind: at(2),
    linkKind: at(3),
    rule: at(4),
    stamp: at(5),
    start: at(6),
    end: at(7),
    allDay: at(8) === '1',
    skipKind: at(9),
    skips: readList(at(10)),
    minutes: readList(at(11)),
  };
}
