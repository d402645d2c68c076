import type { Line, Token } from './lex.js';
import { ScriptSyntaxError } from './syntax.js';
import { refusedName } from './terms.js';

/** A place in the lines of a script; words are eaten in phrases, and a line must be eaten whole. */
export class Cursor {
  #line = 0;
  #at = 0;
  readonly #spellings = new Map<string, string>();
  readonly #handlers: ReadonlySet<string>;

  constructor(private readonly lines: readonly Line[]) {
    const heads = lines.filter(({ tokens }) => tokens[0]?.value === 'on' && tokens[2]?.value === '(');
    this.#handlers = new Set(heads.map(({ tokens }) => tokens[1]?.value ?? ''));
  }

  get done(): boolean {
    return this.#line >= this.lines.length;
  }

  get line(): number {
    return this.lines[this.#line]?.number ?? (this.lines.at(-1)?.number ?? 0) + 1;
  }

  peek(ahead = 0): Token | undefined {
    return this.lines[this.#line]?.tokens[this.#at + ahead];
  }

  /** The words that follow, as far as they are words. */
  words(): readonly string[] {
    const words: string[] = [];
    for (let ahead = 0; ; ahead++) {
      const token = this.peek(ahead);
      if (token?.kind !== 'word') return words;
      words.push(token.value);
    }
  }

  is(...phrase: readonly string[]): boolean {
    return phrase.every((part, ahead) => {
      const token = this.peek(ahead);
      return token !== undefined && token.kind !== 'text' && token.value === part;
    });
  }

  eat(...phrase: readonly string[]): boolean {
    if (!this.is(...phrase)) return false;
    this.#at += phrase.length;
    return true;
  }

  need(...phrase: readonly string[]): void {
    if (!this.eat(...phrase)) this.fail(`expected "${phrase.join(' ')}" before "${this.#shown()}"`);
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** Ends a line. */
  end(): void {
    if (this.peek() !== undefined) this.fail(`unexpected "${this.#shown()}"`);
    this.#line++;
    this.#at = 0;
  }

  /** A name of ours that is given a value. */
  newName(what: string): string {
    const word = this.name(what);
    if (this.#handlers.has(word)) this.fail(`"${word}" is a handler, so it cannot be ${what}`);
    return word;
  }

  /** A name of ours. */
  name(what: string): string {
    const token = this.peek();
    if (token?.kind !== 'word' || token.value.endsWith("'s"))
      this.fail(`expected ${what}, found "${this.#shown()}"`);
    const word = token?.value ?? '';
    const refused = refusedName(word);
    if (refused !== undefined) this.fail(`"${word}" ${refused}, so it cannot be ${what}`);
    const spelling = this.#spellings.get(word.toLowerCase()) ?? word;
    if (spelling !== word) this.fail(`"${word}" and "${spelling}" are one name`);
    this.#spellings.set(word.toLowerCase(), word);
    this.#at++;
    return word;
  }

  fail(message: string): never {
    throw new ScriptSyntaxError(this.line, message);
  }

  #shown(): string {
    return this.peek()?.value ?? 'end of line';
  }
}
