import { counted } from '../../../../schemas/model/counted.js';
import type { UserAccount } from '../../../ports/users/user-directory.js';
import { escaped } from '../pages/html-page.js';
import { buttonForm, tokenField } from './connect-page.js';
import type { Offer, OfferedProvider } from './self-service.js';

/** Input of a rejected form; never a password. */
export interface Entered {
  readonly provider?: string;
  readonly url?: string;
  readonly username?: string;
}

/** A user's accounts, each with its last test result and actions. */
export function accountList(accounts: readonly UserAccount[], token: string): string {
  if (accounts.length === 0) return '<p>You have added no account yet.</p>';
  return `<ul class="accounts">${accounts.map((account) => accountItem(account, token)).join('')}</ul>`;
}

function accountItem({ name, username, url = '', test }: UserAccount, token: string): string {
  const label = escaped(name);
  const again = buttonForm(
    { action: '/connect/accounts/try', token, name },
    `<button aria-label="Try ${label} again">Try again</button>`,
  );
  const remove = buttonForm(
    { action: '/connect/accounts/remove', token, name },
    `<button class="danger">Remove ${label}</button>`,
  );
  return `<li><h3>${label}</h3><p class="hint">${escaped(username)} at ${escaped(hostOf(url))}</p>${stateOf(test)}
${again}<details><summary aria-label="Remove ${label} …">Remove …</summary><p>Its password, its copies, its trash, and what could be undone are removed here. Nothing changes at the provider.</p>${remove}</details></li>`;
}

function stateOf({ at, calendars, problem }: UserAccount['test']): string {
  const when = new Date(at).toISOString();
  const tested = `Tested <time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time>.`;
  return problem === undefined
    ? `<p>Works: ${counted(calendars ?? 0, 'calendar')}. ${tested}</p>`
    : `<p class="bad">Does not work: ${escaped(problem)}</p><p class="hint">${tested}</p>`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Google accepts no passwords for calendars. */
export function googleForm(token: string): string {
  return `<form method="post" action="/connect/google">${tokenField(token)}
<label for="google">Address of your Google account</label>
<input id="google" name="username" type="email" autocomplete="email" maxlength="320" required>
<button>Sign in at Google</button>
</form>`;
}

export function addForm({ providers }: Offer, token: string, entered: Entered = {}): string {
  const { provider = '', url = '', username = '' } = entered;
  const options = providers.map(
    ({ name, title }) =>
      `<option value="${escaped(name)}"${name === provider ? ' selected' : ''}>${escaped(title)}</option>`,
  );
  return `<form method="post" action="/connect/accounts">${tokenField(token)}
<label for="provider">Provider</label>
<select id="provider" name="provider">${options.join('')}<option value=""${provider === '' ? ' selected' : ''}>Another server (CalDAV)</option></select>
<label for="url">Address of the server</label>
<input id="url" name="url" inputmode="url" autocomplete="off" spellcheck="false" maxlength="500" value="${escaped(url)}" aria-describedby="url-hint">
<p class="hint" id="url-hint">Leave it empty, unless the provider is ${escaped(ownServers(providers))}.</p>
<label for="username">User name</label>
<input id="username" name="username" autocomplete="off" spellcheck="false" autocapitalize="none" maxlength="320" required value="${escaped(username)}" aria-describedby="username-hint">
<p class="hint" id="username-hint">Often your mail address there.</p>
<label for="password">App password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="1000" required aria-describedby="password-hint">
<p class="hint" id="password-hint">Make one for this server at your provider, which you can revoke there. It is kept encrypted, and is never shown.</p>
<button>Test and add</button>
</form>
<details><summary>Where to get an app password</summary><dl>${providers.map(guide).join('')}</dl></details>`;
}

function ownServers(providers: readonly OfferedProvider[]): string {
  const titles = providers.filter(({ needsAddress }) => needsAddress).map(({ title }) => title);
  return [...titles, 'another server'].join(', ').replace(/, ([^,]*)$/, ' or $1');
}

function guide({ title, note, page }: OfferedProvider): string {
  if (note === undefined && page === undefined) return '';
  const link =
    page === undefined
      ? ''
      : ` <a href="${escaped(page)}" rel="noopener noreferrer">Open the page of ${escaped(title)}</a>`;
  return `<dt>${escaped(title)}</dt><dd>${escaped(note ?? '')}${link}</dd>`;
}
