import { readFileSync } from 'node:fs';
import type { Entry } from './entry.js';
import type { Measured } from './measure.js';

interface Listed {
  readonly name: string;
  readonly version: string;
  readonly tools: number;
  readonly tokens: number;
}

const PEERS: readonly Listed[] = JSON.parse(
  readFileSync(new URL('../../fixtures/budget/peers.json', import.meta.url), 'utf8'),
);
const [BEGIN, END] = ['<!-- measured -->\n', '<!-- /measured -->'];

/** The page with what was measured between its marks. */
export function budgetPage(
  page: string,
  rows: readonly { readonly entry: Entry; readonly measured: Measured }[],
): string {
  const answers = rows.map(({ entry, measured }) => [
    entry.name,
    printed(measured.tokens),
    printed(entry.limit),
  ]);
  const [list] = rows;
  if (list === undefined) throw new Error('nothing was measured');
  const { tokens, text } = list.measured;
  const own: Listed = { name: '**this server**', version: '', tools: JSON.parse(text).length, tokens };
  const lists = [...PEERS, own]
    .sort((a, b) => b.tokens - a.tokens)
    .map((one) => [one.name, one.version, String(one.tools), printed(one.tokens)]);
  const tables = `${table(['answer', 'tokens', 'at most'], answers)}
## The list beside those of other servers

${table(['server', 'version', 'tools', 'tokens of the list'], lists)}`;
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error('the page has lost its marks');
  return `${page.slice(0, before + BEGIN.length)}\n${tables}\n${page.slice(after)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function printed(count: number): string {
  return count.toLocaleString('en-US');
}
