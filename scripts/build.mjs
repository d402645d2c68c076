import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { findIana, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { pageText } from './import-pages.mjs';
import { scriptText } from './import-scripts.mjs';

// The SDK validates with Ajv, which every start would have to load: answers to questions to people, which this program
// does not ask, and the results of tools in the client of the demonstration, which the tests check.
const NO_VALIDATOR =
  'export class AjvJsonSchemaValidator { getValidator() { return (data) => ({ valid: true, data }); } }';

const SERVE = ['src/cli/commands/serve.ts'];
const CALLS = [
  'src/server/run-tool.ts',
  'src/wire-service.ts',
  // Shared by all backends, so that a folder of files does not load the code that speaks to servers.
  'compilers/pushdown/target.ts',
  'compilers/pushdown/time-window.ts',
  'src/calendar/read/same-content.ts',
  'src/calendar/text/without-invitations.ts',
  'src/concurrency/single-flight.ts',
  'src/system/is-recent.ts',
];
const FOLDER = ['src/backends/local/local-backend.ts'];
const SHOWN = ['src/cli/commands/views.ts', 'src/cli/shell/with-service.ts'];

/**
 * What one step of the program needs is one file: to find and open a file takes as long as to read 20 kB of it. Of
 * several lists, what all of them need.
 */
const LOADED_TOGETHER = {
  command: [['src/cli/run-cli.ts', 'src/system/frugal-heap.ts']],
  settings: [['src/wire.ts', 'src/config/settings.ts']],
  // Commands of the shell make calls without the protocol.
  shared: [SERVE, [...CALLS, ...FOLDER, ...SHOWN]],
  serve: [SERVE],
  zones: [['src/calendar/zones/zone.ts', 'compilers/time/resolve-zone.ts']],
  calls: [CALLS],
  servers: [
    [
      'src/backends/caldav/caldav-backend.ts',
      'src/config/caldav-options.ts',
      'src/backends/mirror/mirrored-backend.ts',
      'src/state/mirror/open-mirror.ts',
    ],
  ],
  folder: [FOLDER],
  shown: [SHOWN],
};

// The program as a few files instead of many hundred: a client waits for its tools, and most of the start of a Node
// program is finding and reading modules. What is imported on demand stays in files of its own.
rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  // Its default form looks for its parts while it runs, where a bundle has none.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  plugins: [
    scriptText,
    pageText,
    replaced('schemas/tools/published.ts', await publishedTools()),
    replaced('sdk/dist/esm/validation/ajv-provider.js', NO_VALIDATOR),
    replaced('windows-iana/dist/index.js', windowsZones()),
  ],
  // Holds a native part for each platform.
  external: [/^libsql(\/|$)/],
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  codeSplitting: { groups: Object.keys(LOADED_TOGETHER).map(together) },
  // Names within functions are short: there is less to read at each start. Those that errors show stay.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
});
await bundle.close();

/** All that a step imports, and no step before it. */
function together(step) {
  const steps = Object.keys(LOADED_TOGETHER);
  let needed;
  return {
    debugName: step,
    priority: steps.length - steps.indexOf(step),
    name(id, graph) {
      needed ??= LOADED_TOGETHER[step].map((files) => reached(files, graph));
      return needed.every((files) => files.has(id)) ? step : null;
    },
  };
}

/** Modules with all that they import, and that imports in turn; not what they import on demand. */
function reached(files, graph) {
  const found = new Set(files.map((file) => resolve(file)));
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** The list of tools is the same in every start: it is made here, once. */
async function publishedTools() {
  const file = 'dist/published.mjs';
  const tools = await rolldown({ input: 'schemas/tools/published.ts', platform: 'node' });
  await tools.write({ file, format: 'esm' });
  await tools.close();
  const { publishedTools } = await import(pathToFileURL(file));
  rmSync(file);
  return `const TOOLS = ${JSON.stringify(publishedTools())};\nexport const publishedTools = () => TOOLS;\n`;
}

/** Keeps one IANA name per Windows zone; the whole table, with territories, is forty times as long. */
function windowsZones() {
  const names = new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName));
  const rows = [...names].map((windowsName) => ({ windowsName, iana: findIana(windowsName).slice(0, 1) }));
  return `export const WINDOWS_TO_IANA_MAP = ${JSON.stringify(rows)};
export const findIana = (name) => WINDOWS_TO_IANA_MAP.find(({ windowsName }) => windowsName === name)?.iana ?? [];
`;
}

/** A plugin that puts other code in the place of a module. */
function replaced(path, code) {
  return {
    name: `replaced ${path}`,
    load: (id) => (id.endsWith(path) ? { code, moduleType: 'js' } : undefined),
  };
}

const bundled = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf)));
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', [...bundled].toSorted().map(licenceOf).join('\n'));

/** The folder of the package that a module belongs to; none for our own. */
function packageOf(id) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? [];
}

/** https://spdx.org/licenses/ISC, for packages that name it and do not carry it. */
function isc(author) {
  return `Copyright ${author}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;
}

/** The licence text that copies of a package must carry. */
function licenceOf(folder) {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file === undefined ? inReadme(folder) : readFileSync(join(folder, file), 'utf8');
  const whole = text ?? (license === 'ISC' ? isc(author.name ?? author) : undefined);
  if (whole === undefined) throw new Error(`${name} has no licence text.`);
  const line = '='.repeat(80);
  return `${line}\n${name} ${version} (${license}) ${homepage ?? ''}\n${line}\n\n${whole.trim()}\n`;
}

/** The last section of the page about a package, where that is its licence. */
function inReadme(folder) {
  const page = readdirSync(folder).find((entry) => /^readme\.md$/i.test(entry));
  if (page === undefined) return undefined;
  return /\n#+ licen[cs]e\n+(Copyright|The MIT[\s\S]*Copyright)[\s\S]*$/i
    .exec(readFileSync(join(folder, page), 'utf8'))?.[0]
    .replace(/^\n#+ licen[cs]e\n+/i, '');
}
