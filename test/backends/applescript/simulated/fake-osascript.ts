import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import type { FakeState } from './fake-osascript-main.js';

const MODULES = [
  'interpreter/coerce',
  'interpreter/comparisons',
  'interpreter/cursor',
  'interpreter/dictionary',
  'interpreter/interpret',
  'interpreter/lex',
  'interpreter/operate',
  'interpreter/parse',
  'interpreter/parse-commands',
  'interpreter/parse-expression',
  'interpreter/syntax',
  'interpreter/terms',
  'interpreter/values',
  'simulated/fake-osascript-main',
  'simulated/find-targets',
  'simulated/read-property',
  'simulated/simulated-calendar',
  'simulated/simulated-state',
];

export interface FakeOsascript {
  /** Folder to put on PATH. */
  readonly bin: string;
  /** The program in it. */
  readonly path: string;
  state(): FakeState;
  setState(state: FakeState): void;
  remove(): void;
}

/** A folder with the modules of the stand-in as JavaScript, so that every run is a plain node process. */
export function compileFake(): string {
  const folder = mkdtempSync(join(tmpdir(), 'osascript-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const part of ['interpreter', 'simulated']) mkdirSync(join(folder, part));
  for (const name of MODULES) {
    const source = readFileSync(new URL(`../${name}.ts`, import.meta.url), 'utf8');
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        verbatimModuleSyntax: true,
      },
    });
    writeFileSync(join(folder, `${name}.js`), outputText);
  }
  return folder;
}

/** A program called osascript with a simulated Calendar of its own. */
export function installFake(compiled: string, state: FakeState): FakeOsascript {
  const bin = mkdtempSync(join(compiled, 'bin-'));
  mkdirSync(bin, { recursive: true });
  const statePath = join(bin, 'state.json');
  const path = join(bin, 'osascript');
  const setState = (next: FakeState): void => writeFileSync(statePath, JSON.stringify(next));
  setState(state);
  const main = JSON.stringify(join(compiled, 'simulated/fake-osascript-main.js'));
  const launcher = `process.argv.splice(2, 0, ${JSON.stringify(statePath)});\nawait import(${main});\n`;
  writeFileSync(path, `#!${process.execPath}\n${launcher}`);
  chmodSync(path, 0o755);
  return {
    bin,
    path,
    state: () => JSON.parse(readFileSync(statePath, 'utf8')),
    setState,
    remove: () => rmSync(bin, { recursive: true, force: true }),
  };
}
