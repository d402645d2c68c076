import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Words that messages and documents avoid, with their replacements. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'anyone who, or name them'],
  [/(?<!there )\bis none\b/i, 'is not a …, or does not exist'],
  [/\bof then\b/i, 'earlier'],
  [/\bfails over\b/i, 'returns errors for'],
  [/\bare well\b/i, 'passed'],
  [/\bthe operator (?!is\b)/i, 'the imperative: set, check, correct'],
  [/\btold\b/i, 'notified, or say it to the reader'],
  [/\busual\b/i, 'default'],
  [/\bin silence\b/i, 'silently'],
  [/\bfor good\b/i, 'permanently'],
  [/\bt(?:ake|akes|aken|ook) back\b/i, 'undo'],
  [/\bof this name\b/i, 'with this name'],
  [/\bmay not be (?:read|written|run)\b/i, 'cannot be, or is not readable'],
  [/\bany ?more\b/i, 'no longer'],
  [/\b(?!https?\()\w+\(e?s\)/i, 'the right plural: schemas/model/counted.ts'],
];

const root = join(import.meta.dirname, '..');

function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** The text of every string and template in a file, without inserted values. */
function textsOf(file: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest));
  return texts;
}

/** Places of the words in a text, with their surroundings. */
function found(file: string, text: string): readonly string[] {
  return WORDS.flatMap(([word, better]) => {
    const at = text.search(word);
    return at < 0 ? [] : [`${file}: …${text.slice(Math.max(0, at - 40), at + 40)}… (${better})`];
  });
}

describe('words that are not used', () => {
  it('are found where they are', () => {
    expect(found('a file', 'Repeat the call: 2 event(s) are made anew.')).toHaveLength(2);
    expect(found('a file', 'It must be an http(s) address.')).toEqual([]);
  });

  it('are not in messages', () => {
    const files = ['schemas', 'compilers', 'src'].flatMap((folder) => filesBelow(folder, '.ts'));
    expect(files.length).toBeGreaterThan(700);
    // Parsing is slow, so only files that contain such a word are parsed.
    const suspected = files.filter((file) => found(file, readFileSync(join(root, file), 'utf8')).length > 0);
    const texts = suspected.flatMap((file) => textsOf(file).map((text) => [file, text] as const));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap(([file, text]) => found(file, text))).toEqual([]);
  });

  it('are not in documents', () => {
    const documents = ['README.md', 'AGENTS.md', '.github/CONTRIBUTING.md', ...filesBelow('docs', '.md')];
    expect(documents.length).toBeGreaterThan(15);
    const paragraphs = documents.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split(/\n{2,}|\n(?=[-|])/)
        .map((text) => [file, text.replace(/\s+/g, ' ')] as const),
    );
    expect(paragraphs.flatMap(([file, text]) => found(file, text))).toEqual([]);
  });
});
