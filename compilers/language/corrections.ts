import { bareClockAt } from '../time/clock-phrases.js';
import { type Span, scan } from '../time/spoken/scan.js';
import type { TimeScope } from '../time/time-value.js';

const TURN =
  /[,.–—-]* *(?<![\p{L}])(?:(?:no|sorry|oops|wait|actually|scratch that|or rather|i meant?|make (?:that|it)|let['’]?s say|rather|just|on second thought)[,.]* (?:just )?)+/giu;
const STRONG = /sorry|oops|wait|actually|scratch|or rather|i mean|(?:make (?:that|it)|let['’]?s say) *$/i;

/** `Friday, no sorry, Saturday`: a time that is corrected, in the place of the one before it. */
export function corrected(text: string, scope: TimeScope): string | undefined {
  const turn = [...text.matchAll(TURN)].find(({ 0: said, index }) => index > 0 && STRONG.test(said));
  if (turn === undefined) return undefined;
  let head = text.slice(0, turn.index);
  const said = text.slice(turn.index + turn[0].length);
  const rest =
    bareClockAt(said, 0) === undefined || scan(said, scope)[0]?.at === 0
      ? said
      : `${/^\S+ ?(?:to|till|until|-|–) ?\d/.test(said) ? 'from' : 'at'} ${said}`;
  let tail = rest;
  for (const span of scan(rest, scope).toReversed()) {
    const old = scan(head, scope).findLast((one) => isSame(one, span));
    if (old === undefined) continue;
    head = `${head.slice(0, old.at)}${rest.slice(span.at, span.end)}${head.slice(old.end)}`;
    tail = tail.slice(0, span.at) + tail.slice(span.end);
  }
  return tail === rest ? undefined : `${head} ${tail}`.replace(/\s+/g, ' ').trim();
}

function isSame(one: Span, other: Span): boolean {
  return one.kind === other.kind || (one.kind === 'allDay' && other.kind === 'clock');
}
