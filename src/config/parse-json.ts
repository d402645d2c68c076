import type { Node, ParseError } from 'jsonc-parser';

/** Reason and place of a JSON error. Quotes nothing from the text, which may be secret. */
export interface JsonMistake {
  readonly mistake: string;
  readonly suggestion: string;
}

/** By error code of the parser. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a text or name needs double quotes here',
  InvalidNumberFormat: 'a number is not complete',
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace } is missing',
  CloseBracketExpected: 'a closing bracket ] is missing',
  EndOfFileExpected: 'there is more after the end',
  UnexpectedEndOfComment: 'a comment has no end',
  UnexpectedEndOfString: 'a text has no closing quote',
  InvalidEscapeCharacter: 'a backslash is written twice: \\\\',
};

/** Parses hand-written JSON; comments and trailing commas are allowed. */
export async function parseJson(text: string): Promise<{ readonly value: unknown } | JsonMistake> {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(plain);
    return repetition(plain) ?? { value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (plain.trim() === '')
    return { mistake: 'is empty', suggestion: 'Write {} where nothing is to be said.' };
  // Loaded only here, because nearly all JSON is plain.
  const { parseTree, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const tree = parseTree(plain, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && tree !== undefined) return repetition(plain) ?? { value: readNode(tree) };
  const reason = first === undefined ? undefined : REASONS[printParseErrorCode(first.error)];
  const place = placeOf(plain, first?.offset ?? 0);
  return {
    mistake: `is not valid JSON (${place}${reason === undefined ? '' : `: ${reason}`})`,
    suggestion: 'Correct it at this place, or just before it.',
  };
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Matches comments, strings and brackets; a string before a colon is a name. */
const TOKENS = /\/\/.*|\/\*[\s\S]*?\*\/|("(?:[^"\\\n]|\\.)*")(\s*:)?|[{}[\]]/g;

function repetition(json: string): JsonMistake | undefined {
  const twice = repeatedName(json);
  if (twice === undefined) return undefined;
  const named = /^[\w-]{1,40}$/.test(twice.name) ? `"${twice.name}"` : 'a name';
  return {
    mistake: `has ${named} twice in one object (${placeOf(json, twice.at)})`,
    suggestion: 'Keep one of the two: only one would count.',
  };
}

/** Finds the first duplicate name in an object; parsers silently keep the last. */
function repeatedName(json: string): { readonly name: string; readonly at: number } | undefined {
  const open: Set<string>[] = [];
  for (const { 0: token, 1: text, 2: colon, index: at } of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (text !== undefined && colon !== undefined) {
      const name = String(JSON.parse(text));
      const names = open.at(-1);
      if (names?.has(name)) return { name, at };
      names?.add(name);
    }
  }
  return undefined;
}

/** Makes every key an own property, even `__proto__`. */
function readNode({ type, value, children = [] }: Node): unknown {
  if (type === 'array') return children.map(readNode);
  if (type !== 'object') return value;
  return Object.fromEntries(
    children.map(({ children: [key, member] = [] }) => [String(key?.value), member && readNode(member)]),
  );
}
