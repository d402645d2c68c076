import type { EventItemInput, ProposedTimes } from '../../schemas/input/mutation.js';
import { type Compilation, type InputPath, violate } from '../compilation.js';
import type { UnnamedPlan } from '../plan/write-plan.js';
import { dayOfWall, isoWeekday, MINUTE, printDate, SHORT_DAY_NAMES, timeOfWall } from '../time/civil.js';
import { printMinutes } from '../time/print-time.js';
import type { EventTime } from '../time/time-value.js';
import { checkOrder, compileTimes } from './compile-times.js';

type Answer = Extract<EventItemInput, { operation: 'respond' }>;

/** An answer to an invitation; its comment includes the proposed time. */
export function compileAnswer(
  { response, comment, propose }: Answer,
  compilation: Compilation,
  at: InputPath,
): Extract<UnnamedPlan, { kind: 'respond' }> {
  const proposal = propose && compileProposal(propose, compilation, [...at, 'propose']);
  if (proposal !== undefined && response === 'accepted') {
    violate(compilation, [...at, 'response'], {
      code: 'INVALID_ARGUMENT',
      message: 'Who proposes another time does not accept this one.',
      fix: { kind: 'set', value: 'tentative' },
    });
  }
  const words = [comment, proposal].filter((text) => text !== undefined).join('\n');
  return {
    kind: 'respond',
    response,
    ...(words !== '' && { comment: words }),
    ...(proposal !== undefined && { proposes: true }),
  };
}

/** Puts a proposed time into words, because calendars show the comment as text. */
function compileProposal(input: ProposedTimes, compilation: Compilation, at: InputPath): string {
  const times = compileTimes(input, compilation, at, 'data');
  checkOrder(times, input, compilation, at);
  const { start, durationMinutes } = times;
  if (start === undefined) {
    violate(compilation, [...at, 'start'], {
      code: 'INVALID_DATE',
      message: 'A proposal needs a start.',
      fix: { kind: 'set', value: 'tomorrow 10:00', isMadeUp: true },
    });
    return '';
  }
  const end = times.end ?? laterThan(start, durationMinutes);
  const until = end === undefined ? '' : `–${isSameDay(start, end) ? clockOf(end) : print(end)}`;
  const zone = start.kind === 'date' ? '' : ` (${start.zone})`;
  return `Proposed new time: ${print(start)}${until}${zone}`;
}

function laterThan(start: EventTime, minutes: number | undefined): EventTime | undefined {
  if (minutes === undefined || start.kind === 'date') return undefined;
  return { ...start, wall: start.wall + minutes * MINUTE };
}

function print(time: EventTime): string {
  const day = dayOf(time);
  return `${SHORT_DAY_NAMES[isoWeekday(day) - 1]} ${printDate(day)}${time.kind === 'date' ? '' : ` ${clockOf(time)}`}`;
}

function dayOf(time: EventTime): number {
  return time.kind === 'date' ? time.day : dayOfWall(time.wall);
}

function isSameDay(start: EventTime, end: EventTime): boolean {
  return start.kind === 'time' && end.kind === 'time' && dayOf(start) === dayOf(end);
}

function clockOf(time: EventTime): string {
  return time.kind === 'date' ? printDate(time.day) : printMinutes(timeOfWall(time.wall) / MINUTE);
}
