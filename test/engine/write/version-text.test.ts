import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/ports/backend.js';
import { sameVersion, versionText } from '../../../src/rows/project/version-text.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const OBJECT = ics(...event('UID:v@test', 'SUMMARY:Plan', 'DTSTART:20261124T080000Z'));

/** A backend whose ETags are written as a server might. */
function withEtags(written: (etag: string) => string): Backend {
  const inner: Backend = createMemoryBackend({
    name: 'test',
    calendars: [{ name: 'Work', objects: [OBJECT] }],
  });
  return {
    ...inner,
    scan: async (call, signal) => {
      const { objects, ...rest } = await inner.scan(call, signal);
      return { ...rest, objects: objects.map((one) => ({ ...one, etag: written(one.etag) })) };
    },
  };
}

describe('versions', () => {
  it('are without quotes, and keep the mark of weak ones', () => {
    expect(['"abc"', 'abc', '\\"abc\\"', ' "abc" ', '""abc""'].map(versionText)).toEqual(
      Array(5).fill('abc'),
    );
    expect(versionText('W/"abc"')).toBe('W/abc');
    expect(versionText('"a"b"')).toBe('a"b');
    expect(sameVersion('W/"abc"', '"abc"')).toBe(false);
  });

  it('are handed out without quotes and taken back in any form', async () => {
    for (const form of [
      (text: string) => text,
      (text: string) => `"${text}"`,
      (text: string) => `\\"${text}\\"`,
    ]) {
      const desk = deskOver([withEtags((etag) => `"${versionText(etag)}"`)]);
      const query = { type: 'events', filters: { id: 'v@test' }, fields: ['etag'] };
      const { data } = await desk.read({ query });
      const [row] = Array.isArray(data.events) ? data.events : [];
      expect(row.etag).not.toContain('"');
      const change = (ifMatch: string) =>
        desk.write({
          mutation: { operation: 'update', id: 'v@test', ifMatch, dryRun: true, changes: { title: 'X' } },
        });
      expect((await change(form(row.etag))).data).toMatchObject({ dryRun: true });
      expect((await failureOf(change(form(`${row.etag}x`)))).code).toBe('CONFLICT');
    }
  });
});
