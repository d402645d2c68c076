import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * A page as one text: the styles and the script that it names are put into it.
 * @param {string} file
 */
export async function assemblePage(file) {
  const folder = dirname(file);
  const styles = (/** @type {string} */ path) =>
    readFileSync(join(folder, path), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};]) ?/g, '$1')
      .trim();
  const page = readFileSync(file, 'utf8').replace(
    /<link rel="stylesheet" href="([^"]+)">\n?/g,
    (_, path) => `<style>${styles(path)}</style>`,
  );
  const path = /<script src="([^"]+)">/.exec(page)?.[1];
  if (path === undefined) throw new Error(`${file} names no script.`);
  const bundle = await rolldown({ input: join(folder, path), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const script = output[0].code.trim().replaceAll('</script', '<\\/script');
  return page.replace(`<script src="${path}">`, () => `<script>${script}`);
}

/** Imports pages as their texts: a plugin of the build and of the tests. */
export const pageText = {
  name: 'import-pages',
  load: async (/** @type {string} */ file) =>
    file.endsWith('.html')
      ? { code: `export default ${JSON.stringify(await assemblePage(file))};`, moduleType: 'js' }
      : undefined,
};
