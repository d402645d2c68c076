// @module-tag programs
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SCRIPT_SOURCES } from '../../compilers/targets/applescript/script-sources.js';
import { CLASSES, ENUMERATORS } from '../backends/applescript/interpreter/dictionary.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAC = join(ROOT, '.github/mac');
const out = mkdtempSync(join(tmpdir(), 'mac-report-'));
afterAll(() => rmSync(out, { recursive: true }));

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy: { readonly matrix: { readonly macos: readonly number[] } };
        readonly 'runs-on': string;
        readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: object }[];
      }
    >
  >;
}

const text = readFileSync(join(ROOT, '.github/workflows/mac.yml'), 'utf8');
const workflow = parse(text) as Workflow;
const job = Object.values(workflow.jobs)[0];
const scripts = readdirSync(MAC).filter((name) => name.endsWith('.sh'));

/** A step of the workflow as it runs here, with programs of a Mac where there are stand-ins. */
function step(name: string, programs: Readonly<Record<string, string>> = {}, where = out) {
  const bin = mkdtempSync(join(out, 'bin-'));
  for (const [program, body] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/bash\n${body}\n`);
    chmodSync(join(bin, program), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return spawnSync(join(MAC, name), [where], { cwd: ROOT, env, encoding: 'utf8' });
}

describe('the workflow for hosted Macs', () => {
  it('runs on two versions, may only read, and runs no steps but those that are tried here', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(job?.strategy.matrix.macos).toHaveLength(2);
    expect(job?.['runs-on']).toMatch(/^macos-.*matrix\.macos/);
    const runs = job?.steps.flatMap(({ run }) => run ?? []) ?? [];
    const own = runs.map((run) => /^\.github\/mac\/([\w-]+\.sh) "\$OUT"$/.exec(run)?.[1] ?? run);
    expect(own.toSorted()).toEqual([...scripts, 'npm ci', 'npm run build'].toSorted());
    expect(job?.steps.every(({ run, uses }) => (run === undefined) !== (uses === undefined))).toBe(true);
    expect(
      job?.steps.flatMap(({ uses }) => uses ?? []).every((uses) => /^actions\/[\w-]+@v\d+$/.test(uses)),
    ).toBe(true);
  });

  it.each(scripts)('%s is a shell script that stops at a mistake', (name) => {
    const script = readFileSync(join(MAC, name), 'utf8');
    expect(script.split('\n').slice(0, 4)).toContain('set -euo pipefail');
    execFileSync('bash', ['-n', join(MAC, name)]);
  });

  it('never touches the permission database', () => {
    const all = [text, ...readdirSync(MAC).map((name) => readFileSync(join(MAC, name), 'utf8'))].join('\n');
    expect(all).not.toMatch(/tccutil|TCC\.db|sqlite/i);
  });
});

describe('compiling on a hosted Mac', () => {
  it('writes every script as osascript gets it', () => {
    const { status, stdout } = step('compile-scripts.sh', { osacompile: 'exit 0' });
    expect([status, stdout]).toEqual([0, '']);
    for (const [name, source] of Object.entries(SCRIPT_SOURCES))
      expect(readFileSync(join(out, 'scripts', `${name}.applescript`), 'utf8')).toBe(source);
  });

  it('fails with the words of the compiler, and tries the others', () => {
    const refuses =
      'case $5 in *update-event*) echo "-:1: Expected end of line (-2741)" >&2; exit 1 ;; esac\necho $5 >>"$OUT_LIST"';
    const list = join(out, 'compiled.txt');
    const { status, stdout } = step('compile-scripts.sh', { osacompile: refuses.replace('$OUT_LIST', list) });
    expect(status).toBe(1);
    expect(stdout).toBe('::error::update-event.applescript: -:1: Expected end of line (-2741)\n');
    expect(readFileSync(list, 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(
      Object.keys(SCRIPT_SOURCES).length - 1,
    );
  });
});

describe('the dictionary of a Mac', () => {
  const property = ([name, access]: readonly [string, string]) =>
    `<property name="${name}" code="x" type="text"${access === 'r' ? ' access="r"' : ''}/>`;
  const sdef = [
    ...Object.entries(CLASSES).map(
      ([name, { elements, properties }]) =>
        `<class name="${name}" code="x">${elements.map((type) => `<element type="${type}"/>`).join('')}
${Object.entries(properties).map(property).join('\n')}</class>`,
    ),
    ...ENUMERATORS.map((name) => `<enumerator name="${name}" code="x"/>`),
  ].join('\n');

  function compared(dictionary: string): string {
    const path = join(out, 'own.sdef');
    const terms = join(out, 'terms.mjs');
    writeFileSync(path, dictionary);
    const source = readFileSync(
      new URL('../backends/applescript/interpreter/dictionary.ts', import.meta.url),
      'utf8',
    );
    writeFileSync(
      terms,
      ts.transpile(source, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }),
    );
    return execFileSync(process.execPath, [join(MAC, 'compare-dictionary.mjs'), path, terms], {
      encoding: 'utf8',
    });
  }

  it.each([
    ['the same', sdef, []],
    ['a lost property', sdef.replace('"stamp date"', '"last change"'), ['event: no property "stamp date"']],
    [
      'another access',
      sdef.replace('name="uid" code="x" type="text" access="r"', 'name="uid"'),
      ['event: "uid" is rw, not r'],
    ],
    ['lost elements', sdef.replace('<element type="attendee"/>', ''), ['event: no elements "attendee"']],
    ['a word twice', `${sdef}<enumerator name="confirmed"/>`, ['the word "confirmed" stands 2 times']],
    ['a lost class', sdef.replace('"mail alarm" code', '"letter" code'), ['mail alarm: no such class']],
  ])('%s', (_, dictionary, differences) => {
    const lines = compared(dictionary).trim().split('\n');
    expect(lines.at(-1)).toMatch(/^\d+ differences$/);
    const told = lines.slice(0, -1).map((line) => line.replace('::warning::dictionary: ', ''));
    expect(told.filter((line) => !/^mail alarm: no property/.test(line))).toEqual(differences);
  });
});

describe('where there is no Mac', () => {
  it.skipIf(process.platform === 'darwin').each([
    ['compile-scripts.sh', /no osacompile here/],
    ['compare-dictionary.sh', /no sdef here/],
    ['eventkit-status.sh', /no osascript here/],
  ])('%s says what it did not do', (name, words) => {
    const { status, stdout } = step(name);
    expect(status).toBe(0);
    expect(stdout).toMatch(words);
  });

  it('the status and the report are kept as they came', () => {
    expect(step('eventkit-status.sh', { osascript: 'echo 3' }).stdout).toBe('3\n');
    expect(readFileSync(join(out, 'eventkit-status.txt'), 'utf8')).toBe('3\n');
    expect(
      step('doctor.sh', {
        node: `[ "$1" = -e ] && exec ${process.execPath} "$@"; echo '{"complete":true}'; exit 1`,
      }),
    ).toMatchObject({
      status: 0,
      stdout: 'exit code 1\n',
    });
    expect(step('doctor.sh', { node: `[ "$1" = -e ] && exec ${process.execPath} "$@"; exit 1` }).status).toBe(
      1,
    );
  });
});
