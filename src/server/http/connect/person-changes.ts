import type { IncomingMessage, ServerResponse } from 'node:http';
import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Entered } from './account-list.js';
import { sendConnectPage, shownProblem } from './connect-page.js';
import { type ConnectParts, type Present, readForm } from './connect-session.js';
import { type DONE, personPage, type ShownPerson } from './person-page.js';
import type { SelfService } from './self-service.js';

/** Carries out a form and returns the name of its message. */
export type PersonChange = (
  parts: ConnectParts,
  present: Present,
  fields: URLSearchParams,
) => Promise<keyof typeof DONE>;

const STATUS: Partial<Readonly<Record<ErrorCode, number>>> = { RATE_LIMITED: 429, UNAVAILABLE: 503 };

/** Data of a user's page. */
export async function shownOf(
  { service, publicUrl }: ConnectParts,
  { user, token }: Present,
): Promise<ShownPerson> {
  const accounts = await service.accounts(user);
  return { user, accounts, offer: service.offer, token, endpoint: `${publicUrl}/mcp` };
}

/** Carries out a form, and shows the page with the result or the problem. */
export async function runChange(
  parts: ConnectParts,
  change: PersonChange,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const form = await readForm(parts, req, res);
  if (form === undefined) return;
  const { present, fields } = form;
  try {
    const done = await change(parts, present, fields);
    res.writeHead(303, { Location: `/connect?done=${done}` }).end();
  } catch (error) {
    const entered = {
      provider: textIn(fields, 'provider'),
      url: textIn(fields, 'url'),
      username: textIn(fields, 'username'),
    };
    await sendProblem(parts, present, { res, error, entered });
  }
}

interface Failed {
  readonly res: ServerResponse;
  readonly error: unknown;
  readonly entered: Entered;
}

export async function sendProblem(
  parts: ConnectParts,
  present: Present,
  { res, error, entered }: Failed,
): Promise<void> {
  if (!(error instanceof CalendarError)) throw error;
  const problem = shownProblem(error);
  const page = personPage({ ...(await shownOf(parts, present)), problem, entered });
  sendConnectPage(res, { ...page, status: STATUS[error.code] ?? 422 });
}

const add: PersonChange = async ({ service }, { user }, fields) => {
  await countTest(service, user.id);
  const [provider, url] = [textIn(fields, 'provider'), textIn(fields, 'url')];
  await service.add(user, {
    ...(provider !== '' && { provider }),
    ...(url !== '' && { url }),
    username: textIn(fields, 'username'),
    password: fields.get('password') ?? '',
  });
  return 'added';
};

const tryAgain: PersonChange = async ({ service }, { user }, fields) => {
  await countTest(service, user.id);
  await service.retry(user, textIn(fields, 'account'));
  return 'tried';
};

const remove: PersonChange = async ({ service }, { user }, fields) => {
  await service.remove(user, textIn(fields, 'account'));
  return 'removed';
};

const choose: PersonChange = async ({ service }, { user }, fields) => {
  await service.choose(user, textIn(fields, 'policy'));
  return 'chosen';
};

/** By path below `/connect/`. */
export const PERSON_CHANGES: Readonly<Record<string, PersonChange>> = {
  accounts: add,
  'accounts/try': tryAgain,
  'accounts/remove': remove,
  policy: choose,
};

/** Limits tests, so that this server does not help to scan hosts or guess passwords. */
export async function countTest({ tests }: SelfService, id: string): Promise<void> {
  const waitMs = await tests.take(id);
  if (waitMs === undefined) return;
  throw new CalendarError('RATE_LIMITED', 'You have tested many accounts within a minute.', {
    retryAfterMs: waitMs,
    suggestion: 'Wait a minute, then try again.',
  });
}

function textIn(fields: URLSearchParams, name: string): string {
  return (fields.get(name) ?? '').trim();
}
