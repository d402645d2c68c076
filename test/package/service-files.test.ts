import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it.each(['calendar-mcp.service', 'calendar-mcp.plist'])('the guide shows packaging/service/%s', (name) => {
  const text = readFileSync(`packaging/service/${name}`, 'utf8').trim();
  expect(readFileSync('docs/guide/http.md', 'utf8')).toContain(text);
});
