// @module-tag programs
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const depcruise = join(root, 'node_modules', '.bin', 'depcruise');

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { rule: { name: string } }[];
  };
}

function cruise(cwd: string, folders: readonly string[]): Cruise {
  const config = join(root, 'scripts/import-rules.mjs');
  try {
    return JSON.parse(
      execFileSync(depcruise, [...folders, '--config', config, '--output-type', 'json'], {
        cwd,
        encoding: 'utf8',
        maxBuffer: 64 << 20,
      }),
    ) as Cruise;
  } catch (error) {
    // Violations make it exit non-zero, but the report is still on stdout.
    return JSON.parse((error as { stdout: string }).stdout) as Cruise;
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('the arrows between folders', () => {
  it('hold, and the whole tree was looked at', () => {
    const { summary } = cruise(root, ['schemas', 'compilers', 'src']);
    const sources = ['schemas', 'compilers', 'src']
      .flatMap((folder) => filesBelow(join(root, folder)))
      .filter((file) => file.endsWith('.ts'));
    expect(summary.violations).toEqual([]);
    expect(summary.totalCruised).toBeGreaterThanOrEqual(sources.length);
  });

  describe('when one is broken', () => {
    let planted: string;
    beforeAll(() => {
      planted = mkdtempSync(join(tmpdir(), 'arrows-'));
      const files: Record<string, string> = {
        'tsconfig.json': '{"compilerOptions":{"module":"NodeNext","moduleResolution":"NodeNext"}}',
        'package.json': '{"type":"module"}',
        'schemas/model/a.ts': "import { b } from '../../src/engine/read/b.js';\nexport const a = b;\n",
        'compilers/time/c.ts': "import { readFileSync } from 'node:fs';\nexport const c = readFileSync;\n",
        'src/engine/read/b.ts': "import { d } from '../../backends/local/d.js';\nexport const b = d;\n",
        'src/backends/local/d.ts': "import { e } from '../caldav/e.js';\nexport const d = e;\n",
        'src/backends/caldav/e.ts': 'export const e = 1;\n',
        'src/calendar/read/f.ts': "import type { G } from '../text/g.js';\nexport type F = G;\n",
        'src/calendar/text/g.ts': 'export type G = 1;\n',
        'src/calendar/text/h.ts': "import type { F } from '../read/f.js';\nexport type H = F;\n",
        'src/attic/i.ts': "import type { J } from './j.js';\nexport type I = J | 1;\n",
        'src/attic/j.ts': "import type { I } from './i.js';\nexport type J = I | 2;\n",
        'src/main.ts': [
          '../schemas/model/a.js',
          '../compilers/time/c.js',
          './calendar/text/h.js',
          './attic/i.js',
        ]
          .map((path) => `import '${path}';\n`)
          .join(''),
      };
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(planted, name)), { recursive: true });
        writeFileSync(join(planted, name), text);
      }
    });
    afterAll(() => rmSync(planted, { recursive: true, force: true }));

    it('is found', () => {
      const names = cruise(planted, ['schemas', 'compilers', 'src']).summary.violations.map(
        ({ rule }) => rule.name,
      );
      expect(new Set(names)).toEqual(
        new Set([
          'schemas/model',
          'pure-means-no-node',
          'src/engine/read',
          'src/backends/*',
          'src/calendar/text',
          'no-folder-cycles',
          'every-room-is-listed',
          'no-cycles',
        ]),
      );
    });
  });
});

describe('the tree', () => {
  const sources = ['schemas', 'compilers', 'src'].flatMap((folder) => filesBelow(join(root, folder)));
  const tests = filesBelow(join(root, 'test'));

  it('has no file of more than 300 lines', () => {
    const long = [...sources, ...tests].filter((file) => readFileSync(file, 'utf8').split('\n').length > 301);
    expect(long.map((file) => relative(root, file))).toEqual([]);
  });

  it('has no folder of more than 20 files', () => {
    const sizes = new Map<string, number>();
    for (const file of [...sources, ...tests]) {
      const folder = relative(root, dirname(file));
      sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
    }
    const large = [...sizes].filter(([, size]) => size > 20);
    expect(sizes.size).toBeGreaterThan(50);
    expect(large).toEqual([]);
  });

  it('has no name that is exported with two meanings', () => {
    // The same step for different targets.
    const shared = ['compileCalendarWrite'];
    const exported = sources.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const names = text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm);
      return [...new Set([...names].map((found) => found[1] ?? ''))];
    });
    const twice = exported.filter((name, index) => exported.indexOf(name) !== index);
    expect(exported.length).toBeGreaterThan(1000);
    expect([...new Set(twice)]).toEqual(shared);
  });

  it('reads no clock where times are computed', () => {
    const pure = sources.filter((file) =>
      /^(schemas|compilers|src\/(engine|analysis|calendar))\//.test(relative(root, file)),
    );
    const asking = pure.filter((file) => /\bDate\.now\(|new Date\(\)/.test(readFileSync(file, 'utf8')));
    expect(pure.length).toBeGreaterThan(50);
    expect(asking.map((file) => relative(root, file))).toEqual([]);
  });

  it('has every page that the documents link to', () => {
    const documents = [
      'README.md',
      'AGENTS.md',
      '.github/CONTRIBUTING.md',
      ...filesBelow(join(root, 'docs')).map((file) => relative(root, file)),
    ];
    const missing = documents
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const links = [...text.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map((found) =>
          join(dirname(file), (found[1] ?? '').split('#')[0] ?? ''),
        );
        return links.filter((path) => !existsSync(join(root, path))).map((path) => `${file}: ${path}`);
      });
    expect(missing).toEqual([]);
  });
});
