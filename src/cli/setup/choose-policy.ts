import { counted } from '../../../schemas/model/counted.js';
import type { POLICIES } from '../../../schemas/model/policy.js';
import type { Connected } from './connect-account.js';
import type { Conversation } from './conversation.js';

/** Short form of the policies; details are in `docs/guide/permissions.md`. */
export const POLICY_SENTENCES: Readonly<Record<keyof typeof POLICIES, string>> = {
  careful:
    'It reads everything and changes single events; it asks before it emails anyone new, changes many events, or deletes permanently',
  trusted: 'It does what you say without asking',
  dedicated: 'It sees and changes only what it created; for everything else it asks',
  'read-only': 'It looks, but changes nothing',
};

/** Undefined if the policy does not change. */
export async function choosePolicy({
  ask,
  options,
  file,
}: Conversation): Promise<keyof typeof POLICIES | undefined> {
  const names = Object.keys(POLICY_SENTENCES) as (keyof typeof POLICIES)[];
  const current = typeof file.policy === 'string' ? file.policy : (file.policy?.base ?? 'careful');
  const chosen = await ask.one({
    option: 'policy',
    message: 'What may the assistant do?',
    choices: names.map((value) => ({ value, label: `${value}: ${POLICY_SENTENCES[value]}` })),
    given: options.policy as keyof typeof POLICIES | undefined,
    fallback: current,
  });
  return chosen === current ? undefined : chosen;
}

/** Asks which calendars the assistant may see; undefined for all. */
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

/** Used when a request names no calendar or list. */
export interface Defaults {
  readonly defaultCalendar?: string;
  readonly defaultTaskList?: string;
}

/** Asks only for defaults that are unclear. */
export async function chooseDefaults(
  talk: Conversation,
  { account, tried: { calendars } }: Connected,
  visible: readonly string[] | undefined,
): Promise<Defaults> {
  const { ask, options, file } = talk;
  const open = calendars.filter(({ name, writable }) => writable && visible?.includes(name) !== false);
  const holding = (component: string) => open.filter(({ components }) => components.includes(component));
  const [events, lists] = [holding('VEVENT'), holding('VTODO')];
  const isAskedFor = events.length > (file.accounts?.length ? 0 : 1) && file.defaultCalendar === undefined;
  const first = isAskedFor
    ? await ask.one({
        ...choiceOf('calendar', 'Where should new events go?', events),
        given: options.calendar,
      })
    : undefined;
  // New tasks can go to the default calendar if it accepts them.
  const takesBoth = lists.some(({ name }) => name === first);
  const list =
    lists.length > 1 && !takesBoth && file.defaultTaskList === undefined
      ? await ask.one({
          ...choiceOf('task-list', 'Where should new tasks go?', lists),
          given: options['task-list'],
        })
      : undefined;
  return {
    ...(first !== undefined && { defaultCalendar: `${account.name}/${first}` }),
    ...(list !== undefined && { defaultTaskList: `${account.name}/${list}` }),
  };
}

function choiceOf<Option extends 'calendar' | 'task-list'>(
  option: Option,
  message: string,
  calendars: readonly { readonly name: string }[],
) {
  const choices = calendars.map(({ name }) => ({ value: name, label: name }));
  return { option, message, choices, fallback: choices[0]?.value ?? '' };
}
