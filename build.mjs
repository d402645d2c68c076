import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { scriptText } from './script-text.mjs';

// The program as a few files instead of many hundred: a client waits for its tools, and most of the start of a Node
// program is finding and reading modules. What is imported on demand stays in files of its own.
rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: 'src/main.ts',
  platform: 'node',
  plugins: [scriptText],
  // Holds a native part for each platform.
  external: [/^libsql(\/|$)/],
});
await bundle.write({
  dir: 'dist',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  minify: 'dce-only',
});
await bundle.close();
