import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import type { PersonRow, ReadData } from '../../../schemas/answers/read-data.js';
import type { Success } from '../../../schemas/answers/success.js';
import { defined } from '../../../schemas/model/defined.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { KnownPerson } from '../../ports/people.js';
import { compareNames } from '../../rows/text/compare-names.js';
import { truncateTexts } from '../../rows/truncate-texts.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { fitAnswer } from '../read/fit-answer.js';
import { countedPage } from '../read/read-meta.js';
import { askForPeople, meantBy } from '../sources/known-people.js';

/** People in the address books and directories: only names, addresses, kinds and group members. */
export async function runReadPeople(
  plan: ReadPlan,
  engine: Engine,
  { signal, mostTokens }: Call,
): Promise<Success<ReadData>> {
  if (engine.settings.policy.people === 'none')
    throw new CalendarError('PERMISSION_DENIED', 'The policy of this server shows no address books.', {
      path: '/query/type',
      suggestion: 'Find people by the events they are on: filters {"attendee": "Ana"}.',
    });
  const { texts, kinds } = plan.people ?? {};
  const request = { signal, refresh: plan.refresh };
  const [contacts, directory] = await Promise.all([
    askForPeople({ from: 'contacts' }, engine, request),
    Promise.all(
      (texts ?? [undefined]).map((text) =>
        askForPeople({ from: 'directory', ...defined({ text }) }, engine, request),
      ),
    ),
  ]);
  const failed = new Map(
    [contacts, ...directory].flatMap((one) => one.failed).map(({ account, error }) => [account, error]),
  );
  const [failure] = failed.values();
  const all = [contacts, ...directory].flatMap(({ people }) => people);
  if (all.length === 0 && failure !== undefined) throw failure;
  const meant = texts === undefined ? all : texts.flatMap((text) => meantBy(text, all));
  const once = new Map(
    meant
      .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      .map((person) => [`${person.kind} ${person.name} ${person.addresses.join(' ')}`.toLowerCase(), person]),
  );
  const own = new Set(engine.backends.flatMap(({ ownAddresses }) => ownAddresses.map(lower)));
  const rows = [...once.values()]
    .sort((a, b) => compareNames(a.name, b.name))
    .map((one) =>
      rowOf(one, { own, names: namesIn(all), most: MOST_MEMBERS[texts === undefined ? 'listed' : 'asked'] }),
    );
  const page = rows.slice(plan.offset, plan.offset + plan.limit);
  const answer: Success<ReadData> = {
    success: true,
    data: plan.mode === 'count' ? { count: rows.length } : { people: page.map((row) => truncateTexts(row)) },
    meta: {
      ...countedPage(rows.length, page.length, plan.offset + page.length),
      ...(failed.size > 0 && {
        sources: [...failed].map(([account, { code, message }]) => ({ account, error: code, message })),
      }),
    },
  };
  return fitAnswer(answer, mostTokens, plan.offset);
}

/** Most members that a group lists: among many groups, and if asked for by name; else only their number. */
const MOST_MEMBERS = { listed: 10, asked: 50 };

function rowOf(
  { name, addresses, kind, members }: KnownPerson,
  {
    own,
    names,
    most,
  }: {
    readonly own: ReadonlySet<string>;
    readonly names: ReadonlyMap<string, string>;
    readonly most: number;
  },
): PersonRow {
  const listed = members !== undefined && members.length <= most ? members : undefined;
  const named = listed?.map((address) => withName(address, names.get(lower(address))));
  return {
    name,
    addresses,
    kind,
    ...(members !== undefined && { members: named ?? members.length }),
    ...(addresses.some((address) => own.has(lower(address))) && { own: true }),
  };
}

/** Names of individuals by address. */
function namesIn(people: readonly KnownPerson[]): ReadonlyMap<string, string> {
  return new Map(
    people.flatMap(({ name, addresses, members }) =>
      members === undefined ? addresses.map((address): [string, string] => [lower(address), name]) : [],
    ),
  );
}

/** `Ana Pereira <ana@example.org>`, a form that attendees accept. */
function withName(address: string, name: string | undefined): string {
  return name === undefined || name === '' ? address : `${name} <${address}>`;
}

function lower(address: string): string {
  return address.toLowerCase();
}
