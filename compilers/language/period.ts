import { printDate } from '../time/civil.js';
import { printWall } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { saidPeriod } from '../time/spoken/said-period.js';
import type { When } from '../time/spoken/when.js';
import { type Clause, spanned } from './clause.js';
import { ASKED } from './words/asking.js';

/** A period, or what is left of it; `before Friday` and `until Friday` begin now. */
export function periodNamed(clause: Clause, when: When): unknown {
  const { text, masked, spans, around } = clause;
  const now = today(around.scope);
  // A part of the day alone is one of today.
  const said = when.clock === undefined ? { from: 0, to: 0 } : { from: now, to: now + 1 };
  const [{ from, to } = said] = when.days?.choices ?? [];
  const period = saidPeriod(when, around.scope);
  const day = spans.find(({ kind }) => kind === 'day' || kind === 'until');
  if (period === undefined || to <= now) return period;
  if (day !== undefined) {
    const before = text.slice(0, day.at);
    // Which weekday it is, not what takes place on the next one.
    if (/\bon an? $/i.test(before)) return undefined;
    if (/\b(?:between|from) now (?:and|to|until|till)\b/i.test(text.slice(Math.max(0, day.at - 14), day.end)))
      return { between: ['now', printDate(to - 1)] };
    const single = when.clock === undefined && to - from === 1 && from > now;
    if (single && /\bbefore (?:the )?$/i.test(before)) return { after: 'now', before: printDate(from) };
    if (single && day.kind === 'until' && spanned(clause, 'day').length === 0)
      return { between: ['now', printDate(from)] };
  }
  if (from > now || !ASKED.left.test(masked + text)) return period;
  if (when.clock === undefined) return { between: ['now', to - now === 1 ? 'endOfDay' : printDate(to - 1)] };
  const [, end] = (period as { between?: readonly string[] }).between ?? [];
  const isOver = end === undefined || end <= printWall(around.scope.zone.toWall(around.scope.now));
  return isOver ? period : { between: ['now', end] };
}
