import type { InsistingClient } from './insisting-client.js';

/** What is known of the events of one title: where each is by its day; undefined where an answer was not heard to the end. */
type Rows = ReadonlyMap<string, string>;

const MONTH = '2027-03';
const dayOf = (n: number): string => `${MONTH}-${String(n).padStart(2, '0')}`;
const OCCURRENCES = 5;

/** Titles that are there in the end, and titles that are not. */
export interface Left {
  readonly there: Set<string>;
  readonly gone: Set<string>;
}

/** One event or series from its beginning to its end, by calls of the kind that `choice` draws. */
export async function mixedLife(
  title: string,
  client: InsistingClient,
  left: Left,
  choice: () => number,
): Promise<void> {
  const lives = [plainLife, seriesLife, purgedLife, equalLives] as const;
  const life = lives[Math.floor(choice() * lives.length)] ?? plainLife;
  await life({ title, client, left, choice, day: 1 + Math.floor(choice() * 20) });
}

interface Life {
  readonly title: string;
  readonly client: InsistingClient;
  readonly left: Left;
  readonly choice: () => number;
  readonly day: number;
}

function eventOf({ title, day }: Life, more: object = {}) {
  return {
    operation: 'create',
    data: { title, start: `${dayOf(day)}T10:00`, durationMinutes: 30, location: 'A', ...more },
    allowConflicts: true,
  };
}

/** Whichever replica answers: what was acknowledged is seen. */
async function expectRows({ title, client }: Life, expected: Rows): Promise<void> {
  const query = { type: 'events', filters: { title, when: MONTH }, fields: ['title', 'start', 'location'] };
  const rows = await client.read(query);
  const seen = rows.map(({ start, location }) => [String(start).slice(0, 10), String(location ?? '')]);
  const [is, should] = [seen, [...expected]].map((all) => JSON.stringify(all.toSorted()));
  if (is !== should) client.wrong(title, `${is} instead of ${should}`);
}

/** Whether it was. */
async function created(life: Life, more: object = {}): Promise<boolean> {
  const { title, client, left, choice } = life;
  const mutation = { ...eventOf(life, more), idempotencyKey: `${title} is made` };
  const { data } = await client.write(mutation);
  if (data === undefined) return false;
  left.there.add(title);
  if (choice() < 0.3) {
    const again = await client.write(mutation);
    if (again.data?.replayed !== true) client.wrong(title, 'a repeated create was not one');
  }
  return true;
}

/** Two at once with one token: one of them takes it. Whether it is known that it was taken. */
async function undone({ title, client }: Life, undoToken: unknown): Promise<boolean> {
  if (typeof undoToken !== 'string') return false;
  const heard = await Promise.all([0, 1].map(() => client.writeOnce({ operation: 'undo', undoToken })));
  const taken = heard.filter(({ data }) => data !== undefined).length;
  if (taken > 1) client.wrong(title, `the undo token was taken ${taken} times`);
  client.seen.acknowledged += taken;
  return taken === 1;
}

async function plainLife(life: Life): Promise<void> {
  const { title, client, left, day } = life;
  if (!(await created(life))) return;
  const date = dayOf(day);
  await expectRows(life, new Map([[date, 'A']]));
  const filters = { title };
  const moved = await client.write({
    ...{ operation: 'update', filters, changes: { location: 'B' }, idempotencyKey: `${title} is moved` },
  });
  if (moved.data === undefined) return;
  await expectRows(life, new Map([[date, 'B']]));
  left.there.delete(title);
  const deleted = await client.write({ operation: 'delete', filters, idempotencyKey: `${title} is deleted` });
  if (deleted.data === undefined) return;
  await expectRows(life, new Map());
  if (!(await undone(life, deleted.data.undoToken))) return;
  left.there.add(title);
  await expectRows(life, new Map([[date, 'B']]));
}

async function seriesLife(life: Life): Promise<void> {
  const { title, client, choice, day } = life;
  if (!(await created(life, { recurrence: { frequency: 'daily', count: OCCURRENCES } }))) return;
  const days = Array.from({ length: OCCURRENCES }, (_, n) => dayOf(day + n));
  const rows = new Map(days.map((date) => [date, 'A']));
  await expectRows(life, rows);
  const at = 1 + Math.floor(choice() * (OCCURRENCES - 1));
  const scope = (['this', 'following', 'all'] as const)[Math.floor(choice() * 3)] ?? 'all';
  const filters = { title, when: days[at] };
  const changed = await client.write({
    ...{ operation: 'update', filters, scope, changes: { location: 'B' } },
    idempotencyKey: `${title} is changed`,
  });
  if (changed.data === undefined) return;
  for (const [n, date] of days.entries())
    if (scope === 'all' || n === at || (scope === 'following' && n > at)) rows.set(date, 'B');
  await expectRows(life, rows);
  const last = days.at(-1) ?? '';
  const removed = await client.write({
    ...{ operation: 'delete', filters: { title, when: last }, scope: 'this' },
    idempotencyKey: `${title} loses one`,
  });
  if (removed.data === undefined) return;
  const fewer = new Map([...rows].filter(([date]) => date !== last));
  await expectRows(life, fewer);
  if (await undone(life, removed.data.undoToken)) await expectRows(life, rows);
}

/** What cannot be undone needs a token, which works once. */
async function purgedLife(life: Life): Promise<void> {
  const { title, client, left, day } = life;
  if (!(await created(life))) return;
  await expectRows(life, new Map([[dayOf(day), 'A']]));
  const mutation = { operation: 'delete', filters: { title }, soft: false };
  const asked = await client.write(mutation);
  const { pendingAction } = (asked.error ?? {}) as { pendingAction?: { token?: string } };
  if (pendingAction?.token === undefined) return client.wrong(title, `no token: ${JSON.stringify(asked)}`);
  left.there.delete(title);
  const confirmed = { ...mutation, confirmToken: pendingAction.token };
  const heard = await Promise.all([0, 1].map(() => client.writeOnce(confirmed)));
  const taken = heard.filter(({ data }) => data !== undefined).length;
  if (taken > 1) client.wrong(title, `the confirmation was taken ${taken} times`);
  client.seen.acknowledged += taken;
  if (taken !== 1) return;
  left.gone.add(title);
  await expectRows(life, new Map());
}

/** Of equal creates without a key one makes the event, and the others say so. */
async function equalLives(life: Life): Promise<void> {
  const { title, client, left, day } = life;
  const heard = await Promise.all([0, 1].map(() => client.write(eventOf(life))));
  const made = heard.filter(({ data }) => data !== undefined).length;
  const refused = heard.filter(({ error }) => error?.code === 'POSSIBLE_DUPLICATE').length;
  if (made + refused === 0) return;
  left.there.add(title);
  await expectRows(life, new Map([[dayOf(day), 'A']]));
}
