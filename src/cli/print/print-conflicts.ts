import type { AnalysisData, ConflictGroupRow } from '../../../schemas/answers/analysis-data.js';
import type { EventRow } from '../../../schemas/answers/event-row.js';
import { cell, rowsIn } from '../../server/answers/result-rows.js';
import type { ColourOf } from '../screen/calendar-colours.js';
import { dayAndMonth, dayName, dayOfText } from '../screen/day-names.js';
import type { Screen } from '../screen/screen.js';
import { fitWidth, wrap } from '../screen/text-width.js';
import { nothing } from './nothing.js';
import { printAgenda } from './print-agenda.js';
import { shownEvent } from './shown-event.js';

interface ConflictOptions extends Screen {
  readonly colourOf: ColourOf;
  readonly today: string;
  readonly isPartial?: boolean;
}

/** Prints groups of overlapping events, with proposals to move one. */
export function printConflicts(
  { conflicts: groups = [] }: Pick<AnalysisData, 'conflicts'>,
  options: ConflictOptions,
): string {
  if (groups.length === 0) return nothing('overlaps', options);
  return groups.map((group) => groupOf(group, options)).join('\n\n');
}

const SEVERITY = { high: 'red', medium: 'yellow', low: 'dim' } as const;

/** Empty if it is the day of the event. */
function dayOf(event: EventRow, day: number, today: string): string {
  return shownEvent(event).firstDay === day ? '' : `on ${dayName(day, 3)} ${dayAndMonth(day, today)} `;
}

function groupOf(group: ConflictGroupRow, options: ConflictOptions): string {
  const { paint } = options;
  const severity = cell(group, 'severity');
  const style = severity === 'high' || severity === 'medium' ? SEVERITY[severity] : 'dim';
  const events = rowsIn(group.events);
  return [
    paint(style, `${severity}: ${Number(group.sharedMinutes)} min shared`),
    printAgenda(events, options),
    ...rowsIn(group.resolve).flatMap((proposal) => proposalLines(proposal, events, options)),
  ].join('\n');
}

function proposalLines(
  { move, to }: { readonly move: string; readonly to: string },
  events: readonly EventRow[],
  { today, width }: ConflictOptions,
): readonly string[] {
  const moved = events.find(({ id }) => id === move);
  if (moved === undefined) return [];
  const text = `${shownEvent(moved).title} would fit ${dayOf(moved, dayOfText(to), today)}at ${to.slice(11, 16)}`;
  return wrap(text, width - 4).map((line, at) =>
    `  ${at === 0 ? '→' : ' '} ${fitWidth(line, width - 4)}`.trimEnd(),
  );
}
