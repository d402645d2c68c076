import { inside } from '../input/schema-walk.js';
import { pointer } from '../model/pointer.js';
import { calendarExample } from '../tools/examples.js';
import type { PlacedFix } from './apply-fixes.js';
import type { AskedCall, Finding, OtherCall, Path } from './finding.js';
import { fold } from './fold-name.js';

/** Operations on a calendar, by the words that models use for them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  create: 'create',
  add: 'create',
  new: 'create',
  make: 'create',
  update: 'update',
  edit: 'update',
  rename: 'update',
  delete: 'delete',
  remove: 'delete',
};

/** Operations that include calendars without a target. */
const WITHOUT_TARGET: Readonly<Record<string, string>> = {
  undo: 'Leave out target: undo reverts changes of calendars too.',
  sync: 'Leave out target; calendar names the one to synchronise.',
};

/** Operations only for events, with alternatives. */
const OF_EVENTS: Readonly<Record<string, OtherCall>> = {
  restore: {
    suggestion: 'Undo with the undoToken of its deletion brings a calendar back with its events.',
    example: { mutation: { operation: 'undo', dryRun: true } },
  },
  batch: {
    suggestion: 'Remove target from the batch; set it on the operations that are about calendars.',
    example: calendarExample('update'),
  },
  move: {
    suggestion: 'A calendar stays in its account. To move an event into it, leave out target.',
    example: calendarExample('update'),
  },
};

/** A wrong value of `operation` or `target` about calendars; undefined for others. */
export function calendarMistake(path: Path, word: string, call: AskedCall): Finding | undefined {
  const parent = path.slice(0, -1);
  const ofCalendar = inside(call.value, [...parent, 'target']) === 'calendar';
  if (path.at(-1) !== 'operation') return undefined;
  const target = [...parent, 'target'];
  const needless = ofCalendar ? own(WITHOUT_TARGET, word) : undefined;
  if (needless !== undefined) {
    return {
      ...found(target, `\`${word}\` takes no \`target\` "calendar".`),
      suggestion: needless,
      fixes: [{ path: target, fix: { kind: 'remove' } }],
    };
  }
  const other = ofCalendar ? own(OF_EVENTS, word) : undefined;
  if (other !== undefined) return instead(path, `\`${word}\` is not for calendars themselves.`, other);
  const intended = parent.length === 1 ? operationOn(word, ofCalendar) : undefined;
  if (intended === undefined) return undefined;
  return {
    ...found(path, '`operation` for a calendar is create, update or delete, with `target` "calendar".', [
      intended,
    ]),
    suggestion: `Use operation "${intended}" with target "calendar".`,
    fixes: [
      { path, fix: { kind: 'set', value: intended } },
      { path: target, fix: { kind: 'set', value: 'calendar' } },
      ...(intended === 'create' ? [] : [namedBy([...parent, 'calendar'], parent)]),
    ],
  };
}

/** Models often give the calendar under the key for an event's calendar. */
function namedBy(path: Path, parent: Path): PlacedFix {
  return { path, fix: { kind: 'move', to: [...parent, 'id'] } };
}

/** `create_calendar` → `create`; with the right target already, `rename` → `update` */
function operationOn(word: string, ofCalendar: boolean): string | undefined {
  const folded = fold(word);
  const verb = folded.replace(/calendars?/, '');
  if (!ofCalendar && verb === folded) return undefined;
  return own(OPERATIONS, verb);
}

function instead(path: Path, message: string, other: OtherCall): Finding {
  return { ...found(path, message), suggestion: other.suggestion, instead: other };
}

function found(path: Path, message: string, didYouMean: readonly string[] = []): Finding {
  const violation = { code: 'INVALID_ARGUMENT', path: pointer(path), message } as const;
  return { path, violation: didYouMean.length > 0 ? { ...violation, didYouMean } : violation, fixes: [] };
}

function own<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
