import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const MOST_LINES = 80;
const MOST_PARAMETERS = 4;
/** With at most one other parameter, a flag is readable at the call. */
const MOST_BESIDE_A_FLAG = 2;

interface Shape {
  readonly file: string;
  readonly name: string;
  /** From the first line of the signature to the closing brace; 0 for a declaration without a body. */
  readonly lines: number;
  readonly parameters: number;
  readonly hasFlag: boolean;
}

const BOOLEANS = new Set([ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword]);

function isBoolean(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some(isBoolean);
  return type.kind === ts.SyntaxKind.BooleanKeyword;
}

function isFlag({ type, initializer }: ts.ParameterDeclaration): boolean {
  return isBoolean(type) || (initializer !== undefined && BOOLEANS.has(initializer.kind));
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
}

/** Every function, method, constructor, accessor and function type in a text. */
function shapesOf(file: string, text: string): readonly Shape[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: Shape[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const hasBody = 'body' in node && node.body !== undefined;
      found.push({
        file,
        name: nameOf(node),
        lines: hasBody ? lineAt(node.end) - lineAt(node.getStart()) + 1 : 0,
        parameters: node.parameters.length,
        hasFlag: node.parameters.some(isFlag),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isStrayFlag({ parameters, hasFlag }: Shape): boolean {
  return hasFlag && parameters > MOST_BESIDE_A_FLAG;
}

const place = ({ file, name }: Shape): string => `${file} ${name}`;

describe('functions', () => {
  const shapes = ['schemas', 'compilers', 'src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .flatMap((file) => shapesOf(file, readFileSync(join(root, file), 'utf8')));

  it('are all looked at', () => {
    expect(shapes.length).toBeGreaterThan(5000);
  });

  it('have no flag among three or more parameters', () => {
    expect(shapes.filter(isStrayFlag).map(place)).toEqual([]);
  });

  it(`have at most ${MOST_PARAMETERS} parameters`, () => {
    const many = shapes.filter(({ parameters }) => parameters > MOST_PARAMETERS);
    expect(many.map(place)).toEqual([]);
  });

  it(`have at most ${MOST_LINES} lines, the signature included`, () => {
    const long = shapes.filter(({ lines }) => lines > MOST_LINES);
    expect(long.map((shape) => `${place(shape)}: ${shape.lines}`)).toEqual([]);
  });

  it('are found in every form', () => {
    const text = `
      interface Port { store(key: string, value: string, again: boolean): void }
      type Ask = (a: string, b: string, c?: boolean | undefined) => void;
      const arrow = (a: string, b: string, c = false) => a;
      class Kept { constructor(a: string, b: string, c: boolean) {} }
      function plain(a: string, b: boolean) {}
      function wide(a: string, b: string, c: string, d: string, e: string) {\n\n}
    `;
    const found = shapesOf('planted.ts', text);
    expect(found.filter(isStrayFlag).map(({ name }) => name)).toEqual(['store', '', 'arrow', '']);
    expect(found.find(({ name }) => name === 'wide')).toMatchObject({ parameters: 5, lines: 3 });
  });
});
