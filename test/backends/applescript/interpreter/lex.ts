import { BANNED } from './dictionary.js';
import { ScriptSyntaxError } from './syntax.js';

export interface Token {
  readonly kind: 'word' | 'text' | 'number' | 'mark';
  readonly value: string;
}

/** Whole numbers above this become reals, which print with the region's decimal sign. */
export const LARGEST_INTEGER = 2 ** 29 - 1;

export interface Line {
  readonly number: number;
  readonly tokens: readonly Token[];
}

/** The lines of a script that hold anything. ASCII only, so that no reader can be wrong about the encoding. */
export function lex(source: string): readonly Line[] {
  const lines = source.split('\n').map((text, at) => ({ number: at + 1, tokens: lexLine(text, at + 1) }));
  return lines.filter(({ tokens }) => tokens.length > 0);
}

function lexLine(text: string, number: number): readonly Token[] {
  if (!/^[\x20-\x7e\t]*$/.test(text)) throw new ScriptSyntaxError(number, 'a character that is not ASCII');
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const [blank] = /^[ \t]+/.exec(rest) ?? [];
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    if (rest.startsWith('--')) break;
    const [whole, token] = nextToken(rest, number);
    checkBanned(token, tokens, number);
    tokens.push(token);
    at += whole.length;
  }
  return tokens;
}

function nextToken(rest: string, line: number): readonly [string, Token] {
  const text = /^"((?:[^"\\]|\\.)*)"/.exec(rest);
  if (text?.[1] !== undefined) {
    // Others stand for line ends and tabs, or are not known.
    if (/\\[^"\\]/.test(text[1].replaceAll('\\\\', '')))
      throw new ScriptSyntaxError(line, 'an escape in a text');
    return [text[0], { kind: 'text', value: text[1].replace(/\\(.)/g, '$1') }];
  }
  if (rest.startsWith('"')) throw new ScriptSyntaxError(line, 'a text that is not closed');
  const number = /^\d+(?![\w.])/.exec(rest);
  if (number !== null) {
    if (Number(number[0]) > LARGEST_INTEGER)
      throw new ScriptSyntaxError(line, 'a number that becomes a real');
    return [number[0], { kind: 'number', value: number[0] }];
  }
  const word = /^[A-Za-z_]\w*(?:'s\b)?/.exec(rest);
  if (word !== null) return [word[0], { kind: 'word', value: word[0] }];
  const mark = /^[{}(),:&*+-]/.exec(rest);
  if (mark !== null) return [mark[0], { kind: 'mark', value: mark[0] }];
  throw new ScriptSyntaxError(line, `the character ${rest[0]}`);
}

function checkBanned({ kind, value }: Token, before: readonly Token[], line: number): void {
  const last = before.at(-1);
  const reason = Object.hasOwn(BANNED, value.toLowerCase()) ? BANNED[value.toLowerCase()] : BANNED[value];
  if (kind === 'word' && reason !== undefined && !(value === 'properties' && last?.value === 'with')) {
    throw new ScriptSyntaxError(line, `"${value}": ${reason}`);
  }
  if (kind === 'text' && last?.value === 'date' && last.kind === 'word') {
    throw new ScriptSyntaxError(line, 'a date given as text is read by the region of the user');
  }
}
