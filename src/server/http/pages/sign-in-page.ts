import { escaped, type HtmlPage } from './html-page.js';

/** Ways to sign in to the pages of this server. */
export interface WaysIn {
  readonly tokens: boolean;
  /** OpenID Connect provider. */
  readonly provider: boolean;
  /** The link printed in the terminal. */
  readonly link: boolean;
  /** Issuer of the access tokens. */
  readonly issuer?: string;
}

export interface SignInAsked {
  /** Target after the sign-in. */
  readonly to?: string;
  readonly problem?: string;
}

const BY_TERMINAL =
  'On the computer where this server runs, <code>calendar-mcp open</code> shows your week without a token.';

export function signInPage(
  { tokens, provider, link, issuer }: WaysIn,
  { to = '/week', problem }: SignInAsked = {},
): HtmlPage {
  const alert = problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`;
  const title = 'Sign in to your calendar';
  if (provider)
    return { title, body: `<h1>${title}</h1>${alert}<p><a href="/connect/sign-in">Sign in</a></p>` };
  if (link || !tokens) {
    const how = 'Run <code>calendar-mcp open</code> in a terminal: it opens your week in the browser.';
    return { title, body: `<h1>${title}</h1>${alert}<p>${how}</p>` };
  }
  const from =
    issuer === undefined
      ? 'It is the token that your assistant uses for this server.'
      : `This server accepts access tokens of ${escaped(new URL(issuer).host)}, until they expire.`;
  const form = `<form method="post" action="/sign-in">
<input type="hidden" name="to" value="${escaped(to)}">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" spellcheck="false" required autofocus>
<button>Sign in</button>
</form>`;
  return { title, body: `<h1>${title}</h1>${alert}${form}<p>${from} ${BY_TERMINAL}</p>` };
}

/** Front page; shows no personal data. */
export function frontPage(origin: string, { link, provider }: WaysIn): HtmlPage {
  const title = 'calendar-mcp';
  const clients = `<p>Assistants (MCP clients) connect to <code>${escaped(origin)}/mcp</code>.</p>`;
  const connect = '<p><a href="/connect">Connect your calendars</a></p>';
  return {
    title,
    body: `<h1>${title}</h1><p>This is a calendar server for AI assistants.</p>${provider ? connect : ''}<p><a href="/week">Open your week</a>: <code>${escaped(origin)}/week</code></p>${link ? '' : clients}`,
  };
}

const PAGES = /^\/(?:week(?:\?from=\d{4}-\d\d-\d\d)?|events\/[\w%.~-]{1,500})$/;

/** Falls back to the week for any other address, to avoid open redirects. */
export function ownPath(path: string): string {
  return PAGES.test(path) ? path : '/week';
}
