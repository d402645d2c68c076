import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { pageText } from './page-text.mjs';
import { scriptText } from './script-text.mjs';

// The SDK validates with Ajv, which every start would have to load: answers to questions to people, which this program
// does not ask, and the results of tools in the client of the demonstration, which the tests check.
const NO_VALIDATOR =
  'export class AjvJsonSchemaValidator { getValidator() { return (data) => ({ valid: true, data }); } }';

// The program as a few files instead of many hundred: a client waits for its tools, and most of the start of a Node
// program is finding and reading modules. What is imported on demand stays in files of its own.
rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [
    scriptText,
    pageText,
    replaced('schemas/tools/published.ts', await publishedTools()),
    replaced('sdk/dist/esm/validation/ajv-provider.js', NO_VALIDATOR),
  ],
  // Holds a native part for each platform.
  external: [/^libsql(\/|$)/],
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: 'dce-only',
});
await bundle.close();

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

/** What the licence of a package asks its copies to carry. */
function licenceOf(folder) {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (file === undefined && license !== 'ISC') throw new Error(`${name} has no licence text.`);
  const text = file === undefined ? isc(author.name ?? author) : readFileSync(join(folder, file), 'utf8');
  const line = '='.repeat(80);
  return `${line}\n${name} ${version} (${license}) ${homepage ?? ''}\n${line}\n\n${text.trim()}\n`;
}
