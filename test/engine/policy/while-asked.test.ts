import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { AskPerson, CalendarService } from '../../../src/engine/context/service.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { serviceOver } from '../service-on-memory.js';

const { write } = POLICIES.trusted;
const policy = { ...POLICIES.trusted, write: { ...write, create: 'confirm', update: 'confirm' } } as const;

const choir = { target: 'calendar', operation: 'create', data: { title: 'Choir' } };
const rename = { target: 'calendar', operation: 'update', id: 'Work', changes: { title: 'Office' } };
const lunch = { operation: 'create', data: { title: 'Lunch', start: 'tomorrow 12:00', calendar: 'Home' } };

/** A person who thinks until told what to say. */
class Person {
  asked = 0;
  readonly #events = new EventTarget();
  readonly #begun = once(this.#events, 'asked');

  readonly ask: AskPerson = async () => {
    this.asked++;
    this.#events.dispatchEvent(new Event('asked'));
    await once(this.#events, 'answered');
    return 'agreed';
  };

  thinks = async (): Promise<void> => void (await this.#begun);
  agrees = (): void => void this.#events.dispatchEvent(new Event('answered'));
}

function start(): { service: CalendarService; call(mutation: object, ask: AskPerson): Promise<Success> } {
  const calendars = [
    { name: 'Work', objects: [] },
    { name: 'Home', objects: [] },
  ];
  const service = serviceOver([createMemoryBackend({ name: 'test', calendars })], {
    policy,
  });
  const { signal } = new AbortController();
  return { service, call: (mutation, ask) => service.write({ mutation }, { signal, ask }) };
}

const agrees: AskPerson = async () => 'agreed';

it.each([
  ['a new calendar', choir],
  ['a new name of a calendar', rename],
  ['a new event', lunch],
])('nobody else waits while a person is asked about %s', async (_, asked) => {
  const { call } = start();
  const person = new Person();
  const waiting = call(asked, person.ask);
  await person.thinks();
  const others = [
    { ...choir, data: { title: 'Band' } },
    { ...rename, id: 'Home', changes: { title: 'House' } },
    { ...lunch, data: { ...lunch.data, title: 'Tea', calendar: 'Work' } },
  ];
  for (const other of others) expect((await call(other, agrees)).data.outcome).toBe('applied');
  person.agrees();
  expect((await waiting).data.outcome).toBe('applied');
});

it('a name that is given while a person is asked is not given twice', async () => {
  const { service, call } = start();
  const person = new Person();
  const waiting = call(choir, person.ask);
  await person.thinks();
  await call(choir, agrees);
  person.agrees();
  const { code, info } = await failureOf(waiting);
  expect([code, info.outcome]).toEqual(['ALREADY_EXISTS', 'not_applied']);
  const { data } = await service.read(
    { query: { type: 'calendars' } },
    { signal: new AbortController().signal },
  );
  const names = (data.calendars as { name: string }[]).map(({ name }) => name);
  expect(names.sort()).toEqual(['Choir', 'Home', 'Work']);
});

it.each([
  ['calendar', choir],
  ['event', lunch],
])('a repeat with the same key does not ask again about a new %s', async (_, mutation) => {
  const { call } = start();
  const person = new Person();
  const keyed = { ...mutation, idempotencyKey: 'once' };
  const first = call(keyed, person.ask);
  await person.thinks();
  const second = call(keyed, person.ask);
  person.agrees();
  expect((await first).data).toMatchObject({ outcome: 'applied' });
  expect((await second).data).toMatchObject({ outcome: 'applied', replayed: true });
  expect(person.asked).toBe(1);
});
