import type { SignedInUser, UserAccount } from '../../../ports/users/user-directory.js';
import { escaped, type HtmlPage } from '../pages/html-page.js';
import { accountList, addForm, type Entered, googleForm } from './account-list.js';
import { buttonForm, tokenField } from './connect-page.js';
import type { Offer } from './self-service.js';

export interface ShownPerson {
  readonly user: SignedInUser;
  readonly accounts: readonly UserAccount[];
  readonly offer: Offer;
  /** Form token of this session. */
  readonly token: string;
  /** Address for assistants. */
  readonly endpoint: string;
  readonly done?: string;
  readonly problem?: string;
  readonly entered?: Entered;
}

/** Messages by the name in the URL. */
export const DONE = {
  added: 'The account works and was added.',
  tried: 'The account was tested again.',
  removed: 'The account was removed.',
  chosen: 'From now on, assistants may do what you have chosen.',
} as const;

export function personPage(shown: ShownPerson): HtmlPage {
  const { user, accounts, offer, token, endpoint, problem } = shown;
  const title = 'Your calendars';
  const who = user.name === '' ? '' : ` as <strong>${escaped(user.name)}</strong>`;
  const signOut = buttonForm({ action: '/sign-out', token }, '<button>Sign out</button>');
  const body = `<h1>${title}</h1>${messageOf(shown)}
<p>You are signed in${who}.</p>${signOut}
<section aria-labelledby="accounts"><h2 id="accounts">Accounts</h2>${accountList(accounts, token)}</section>
<section aria-labelledby="add"><h2 id="add">Add an account</h2>${
    accounts.length < offer.accounts
      ? `${offer.google ? googleForm(token) : ''}${addForm(offer, token, shown.entered)}`
      : `<p>You have ${offer.accounts}, and can add no more.</p>`
  }</section>
<section aria-labelledby="assistants"><h2 id="assistants">Assistants</h2>
<p>Give this address to your assistant, as that of an MCP server: <code>${escaped(endpoint)}</code></p>
<p><a href="/week">Open your week</a></p>${policyForm(user, offer, token)}</section>
${dataSection(token)}`;
  return { title: problem === undefined ? title : `Error: ${title}`, body };
}

function messageOf({ problem, done = '' }: ShownPerson): string {
  // The focus makes screen readers begin here.
  if (problem !== undefined) return `<p role="alert" tabindex="-1" autofocus>${escaped(problem)}</p>`;
  const sentence = Object.entries(DONE).find(([name]) => name === done)?.[1];
  return sentence === undefined ? '' : `<p role="status" tabindex="-1" autofocus>${sentence}</p>`;
}

function policyForm({ policy }: SignedInUser, { policies }: Offer, token: string): string {
  const [first] = policies;
  const current = policies.find(({ name }) => name === policy) ?? first;
  if (policies.length < 2) return `<p>What they may do: ${escaped(current?.sentence ?? '')}.</p>`;
  const choices = policies.map(
    ({ name, sentence }) =>
      `<label><input type="radio" name="policy" value="${escaped(name)}"${name === current?.name ? ' checked' : ''}> ${escaped(name)}: ${escaped(sentence)}</label>`,
  );
  return `<form method="post" action="/connect/policy">${tokenField(token)}<fieldset><legend>What they may do</legend>${choices.join('')}</fieldset><button>Save</button></form>`;
}

function dataSection(token: string): string {
  const everywhere = buttonForm(
    { action: '/connect/sign-out-everywhere', token },
    '<button>Sign out in all browsers</button>',
  );
  return `<section aria-labelledby="data"><h2 id="data">Your data</h2>
<p><a href="/connect/log">What assistants have changed</a></p>
<p><a href="/connect/data">Download everything kept about you</a> (JSON)</p>${everywhere}
<details><summary>Delete everything …</summary><p>Your accounts, their passwords and copies, trash, undo and log are deleted here at once. Your calendars at the providers stay as they are.</p>
<form method="post" action="/connect/delete">${tokenField(token)}<label><input type="checkbox" name="sure" value="yes" required> Yes, delete everything kept about me</label><button class="danger">Delete everything</button></form></details></section>`;
}

/** Shown to users who are not signed in or were just deleted. */
export function welcomePage({
  message = '',
  problem = '',
}: {
  message?: string;
  problem?: string;
}): HtmlPage {
  const said = [
    ...(problem === '' ? [] : [`<p role="alert">${escaped(problem)}</p>`]),
    ...(message === '' ? [] : [`<p role="status">${escaped(message)}</p>`]),
  ].join('');
  const title = 'Connect your calendars';
  return {
    title: problem === '' ? title : `Error: ${title}`,
    body: `<h1>${title}</h1>${said}<p>Sign in, and add the calendars that your assistant may use.</p><p><a class="button" href="/connect/sign-in">Sign in</a></p>`,
  };
}
