import { refusedName } from './dictionary.js';

/** The script is not one of our subset, or uses a term that the dictionary does not have. */
export class ScriptSyntaxError extends Error {
  override readonly name = 'ScriptSyntaxError';
}

/** Whole numbers above this become reals, which print with the region's decimal sign. */
export const LARGEST_INTEGER = 2 ** 29 - 1;

/** A space, a comment, or one of: text, whole number, word, mark. Texts have no escapes: some of them stand for line ends. */
const TOKEN = /[ \t]+|--.*|("[^"\\]*"|\d+(?![\w.])|[A-Za-z_]\w*(?:'s\b)?|[{}(),:&*+-])/y;

/** A place in the lines of a script; words are eaten in phrases, and a line must be eaten whole. */
export class Cursor {
  readonly #lines: { readonly number: number; readonly tokens: readonly string[] }[] = [];
  readonly #spellings = new Map<string, string>();
  readonly #handlers: ReadonlySet<string>;
  #line = 0;
  #at = 0;

  constructor(source: string) {
    this.#handlers = new Set(Array.from(source.matchAll(/^on (\w+)\(/gm), ([, name = '']) => name));
    for (const [at, text] of source.split('\n').entries()) {
      const tokens = tokensOf(text, at + 1);
      if (tokens.length > 0) this.#lines.push({ number: at + 1, tokens });
    }
  }

  get done(): boolean {
    return this.#line >= this.#lines.length;
  }

  /** The next token; a text keeps its quotes, so that it equals no word. */
  get next(): string | undefined {
    return this.#lines[this.#line]?.tokens[this.#at];
  }

  take(): string {
    const token = this.next ?? this.fail('expected a value at the end of the line');
    this.#at++;
    return token;
  }

  is(phrase: string): boolean {
    const tokens = this.#lines[this.#line]?.tokens ?? [];
    return phrase.split(' ').every((word, ahead) => tokens[this.#at + ahead] === word);
  }

  eat(phrase: string): boolean {
    const found = this.is(phrase);
    if (found) this.#at += phrase.split(' ').length;
    return found;
  }

  need(phrase: string): void {
    if (!this.eat(phrase)) this.fail(`expected "${phrase}"`);
  }

  /** Ends a line. */
  end(): void {
    if (this.next !== undefined) this.fail('expected the end of the line');
    this.#line++;
    this.#at = 0;
  }

  /** A name of ours; one that is given a value cannot be that of a handler. */
  name(what: string, isNew = true): string {
    const word = this.take();
    const refused = /^[A-Za-z_]\w*$/.test(word) ? refusedName(word) : 'is no name';
    if (refused !== undefined) this.fail(`"${word}" ${refused}, so it cannot be ${what}`);
    if (isNew && this.#handlers.has(word)) this.fail(`"${word}" is a handler, so it cannot be ${what}`);
    const spelling = this.#spellings.get(word.toLowerCase()) ?? word;
    if (spelling !== word) this.fail(`"${word}" and "${spelling}" are one name`);
    this.#spellings.set(word.toLowerCase(), word);
    return word;
  }

  fail(message: string): never {
    const line = this.#lines[this.#line]?.number ?? 'behind the last';
    throw new ScriptSyntaxError(`line ${line}, before "${this.next ?? 'its end'}": ${message}`);
  }
}

/** ASCII only, so that no reader can be wrong about the encoding. */
function tokensOf(text: string, number: number): readonly string[] {
  const fail = (message: string) => new ScriptSyntaxError(`line ${number}: ${message}`);
  if (!/^[\x20-\x7e\t]*$/.test(text)) throw fail('a character that is not ASCII');
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (TOKEN.lastIndex === 0) throw fail(`the character ${text[at]}`);
    if (token !== undefined) tokens.push(token);
    if (Number(token) > LARGEST_INTEGER) throw fail('a number that becomes a real');
  }
  return tokens;
}
