// @module-tag programs
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each([
  ['calendar-mcp.service', 'http.md'],
  ['calendar-mcp.plist', 'http.md'],
])('the guide shows packaging/service/%s', (name, page) => {
  const text = readFileSync(`packaging/service/${name}`, 'utf8').trim();
  expect(readFileSync(`docs/guide/${page}`, 'utf8')).toContain(text);
});
