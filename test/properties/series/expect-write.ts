import type { Address } from './address.js';
import { expectRecurrence } from './expect-recurrence.js';
import { expectTimes, takesTitle } from './expect-times.js';
import { occurrencesOf, type PlainOccurrence } from './plain-series.js';
import type { Scene } from './random-series.js';
import type { DrawnWish, Expected } from './wish.js';

/** The expected result of a wish, by the contract alone; undefined if it makes no sense for this series. */
export function expectWrite(
  scene: Scene,
  address: Address,
  { scope: said, wish }: DrawnWish,
): Expected | undefined {
  const { bare, named } = address;
  const { series } = scene;
  const list = occurrencesOf(series);
  const scope = said ?? 'all';
  const is = (one: PlainOccurrence): boolean => one.original === named.original;
  const inScope = (one: PlainOccurrence): boolean =>
    scope === 'all' || (scope === 'this' ? is(one) : one.original >= named.original);
  const others = list.filter((one) => inScope(one) && !is(one));
  const split = scope === 'following' && list.some((one) => one.original < named.original);
  const titled = (one: PlainOccurrence): PlainOccurrence =>
    inScope(one) && takesTitle(one, address, series) ? { ...one, title: 'Changed' } : one;
  const kept =
    scope === 'this' ? {} : { kept: { title: others.filter((one) => one.title !== series.title).length } };
  const rest = list.filter((one) => !inScope(one));
  const left = split ? { left: rest } : {};

  // A whole series allows no other scope, and an occurrence needs one.
  if (bare && said !== undefined && said !== 'all')
    return { ...whole(scene, address, said, wish), refused: ['INVALID_ARGUMENT', 'UNSUPPORTED'] };
  if (!bare && said === undefined)
    return { ...whole(scene, address, 'this', wish), refused: ['SCOPE_REQUIRED'] };
  if (wish.kind === 'recurrence' && scope === 'this')
    return { ...whole(scene, address, scope, wish), refused: ['INVALID_ARGUMENT'] };

  switch (wish.kind) {
    case 'times':
      return expectTimes(scene, address, scope, wish);
    case 'recurrence':
      return expectRecurrence(scene, address, scope, said === 'all', wish);
    case 'title':
      return {
        call: { operation: 'update', changes: { title: 'Changed' } },
        scope,
        after: list.map(titled),
        named: titled(named),
        split,
        ...kept,
        ...left,
      };
    case 'delete':
      return {
        call: { operation: 'delete' },
        scope,
        after: rest,
        named: undefined,
        ...left,
      };
    case 'move': {
      const title = wish.titled && wish.byUpdate;
      const change = title ? titled : (one: PlainOccurrence) => one;
      return {
        call: wish.byUpdate
          ? { operation: 'update', changes: { calendar: 'Home', ...(title && { title: 'Changed' }) } }
          : { operation: 'move', calendar: 'Home' },
        scope,
        after: rest,
        elsewhere: list.filter(inScope).map(change),
        named: change(named),
        split,
        ...(title ? kept : {}),
        ...left,
        // An object is in one calendar, so a part of it may have to stay.
        ...(scope === 'all' ? {} : { mayRefuse: ['UNSUPPORTED', 'INVALID_ARGUMENT'] as const }),
      };
    }
  }
}

/** The call of a wish that is refused only for its scope. */
function whole(
  scene: Scene,
  address: Address,
  scope: 'this' | 'following',
  wish: DrawnWish['wish'],
): Expected {
  const call =
    wish.kind === 'delete'
      ? { operation: 'delete' }
      : wish.kind === 'move'
        ? { operation: 'move', calendar: 'Home' }
        : wish.kind === 'times'
          ? expectTimes(scene, address, scope, wish).call
          : wish.kind === 'recurrence'
            ? { operation: 'update', changes: { recurrence: { frequency: 'daily' } } }
            : { operation: 'update', changes: { title: 'Changed' } };
  return { call, scope, after: occurrencesOf(scene.series), named: address.named };
}
