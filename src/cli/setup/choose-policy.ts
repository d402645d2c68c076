import { counted } from '../../../schemas/model/counted.js';
import type { POLICIES } from '../../../schemas/model/policy.js';
import type { Connected } from './connect-account.js';
import type { Conversation } from './conversation.js';

/** A sentence for each policy; `docs/guide/permissions.md` has the whole of them. */
const SENTENCES: Readonly<Record<keyof typeof POLICIES, string>> = {
  careful:
    'It reads everything and changes single events; it asks before it mails anybody, changes many, or deletes for ever',
  trusted: 'It does whatever you say at once',
  dedicated: 'It sees and changes what it has made itself; for everything else it asks',
  'read-only': 'It looks, and changes nothing',
};

/** What the assistant may do: undefined where that stays as it is. */
export async function choosePolicy({
  ask,
  options,
  file,
}: Conversation): Promise<keyof typeof POLICIES | undefined> {
  const names = Object.keys(SENTENCES) as (keyof typeof POLICIES)[];
  const current = typeof file.policy === 'string' ? file.policy : (file.policy?.base ?? 'careful');
  const chosen = await ask.one({
    option: 'policy',
    message: 'What may the assistant do?',
    choices: names.map((value) => ({ value, label: `${value}: ${SENTENCES[value]}` })),
    given: options.policy as keyof typeof POLICIES | undefined,
    fallback: current,
  });
  return chosen === current ? undefined : chosen;
}

/** Which of the calendars the assistant sees; undefined for all. */
export async function chooseCalendars(
  { ask, options }: Conversation,
  { account, tried: { calendars } }: Connected,
): Promise<readonly string[] | undefined> {
  if (calendars.length === 0) {
    ask.say('This account has no calendar yet.', 'warning');
    return undefined;
  }
  const names = [...new Set(calendars.map(({ name }) => name))];
  const choices = names.map((value) => {
    const { writable, events, components } = calendars.find(({ name }) => name === value) ?? {};
    const what = components?.includes('VEVENT') === false ? 'task' : 'event';
    const hint = [
      ...(events === undefined ? [] : [counted(events, what)]),
      ...(writable === true ? [] : ['read only']),
    ].join(', ');
    return { value, label: value, hint: hint === '' ? undefined : hint };
  });
  if (!ask.isAttended)
    ask.say(
      `${account.name}: ${choices.map(({ label, hint }) => (hint ? `${label} (${hint})` : label)).join(', ')}`,
    );
  if (names.length === 1) return undefined;
  const chosen = await ask.several({
    option: 'calendars',
    message: 'Which calendars may the assistant see?',
    choices,
    given: options.calendars?.split(',').map((name) => name.trim()),
    fallback: names,
  });
  return chosen.length === names.length || chosen.length === 0 ? undefined : chosen;
}

/** Where new events go when nobody says where; undefined where that is clear. */
export async function chooseDefault(
  { ask, options, file }: Conversation,
  { account, tried: { calendars } }: Connected,
  visible: readonly string[] | undefined,
): Promise<string | undefined> {
  const writable = calendars.filter(
    ({ name, writable, components }) =>
      writable && components.includes('VEVENT') && visible?.includes(name) !== false,
  );
  const [first, second] = writable;
  if (first === undefined || file.defaultCalendar !== undefined) return undefined;
  if (second === undefined && !file.accounts?.length) return undefined;
  const chosen = await ask.one({
    option: 'calendar',
    message: 'Where do new events go?',
    choices: writable.map(({ name }) => ({ value: name, label: name })),
    given: options.calendar,
    fallback: first.name,
  });
  return `${account.name}/${chosen}`;
}
