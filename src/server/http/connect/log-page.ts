import { escaped, type HtmlPage } from '../pages/html-page.js';

type Line = Readonly<Record<string, unknown>>;

/** Lines on the page; the download has all of them. */
export const SHOWN_LINES = 200;

/** Recent changes by assistants, newest first. */
export function logPage(lines: readonly Line[]): HtmlPage {
  const title = 'What assistants have changed';
  const rows = lines.filter(({ type }) => type === 'ended').map(rowOf);
  const table =
    rows.length === 0
      ? '<p>Nothing yet.</p>'
      : `<table><thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">How it ended</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return { title, body: `<h1>${title}</h1>${table}<p><a href="/connect">Your calendars</a></p>` };
}

function rowOf(line: Line): string {
  const operations = Array.isArray(line.operations) ? line.operations : [];
  const what = operations
    .map((one: unknown) => String(Reflect.get(Object(one), 'operation') ?? ''))
    .join(', ');
  const when = String(line.at ?? '');
  return `<tr><td><time datetime="${escaped(when)}">${escaped(when.slice(0, 16).replace('T', ' '))}</time></td><td>${escaped(what)}</td><td>${escaped(String(line.code ?? line.outcome ?? '').replaceAll('_', ' '))}</td></tr>`;
}
