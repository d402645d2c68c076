import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../schemas/model/is-record.js';
import { desk } from '../../engine/service-on-memory.js';
import { STRICT_TOOLS, strictCall } from './strict-call.js';

/** Keywords that strict schemas may have (developers.openai.com/api/docs/guides/structured-outputs). */
const KEYWORDS = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'anyOf', 'description'],
  ...['minimum', 'maximum', 'minItems', 'maxItems'],
]);
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

interface Size {
  properties: number;
  values: number;
  letters: number;
}

/** What of a schema strict function calling refuses; counts what it limits. */
function refused(schema: unknown, size: Size, path = '', level = 0): readonly string[] {
  if (!isRecord(schema)) return [`${path}: no schema`];
  const wrong = Object.keys(schema).flatMap((key) => (KEYWORDS.has(key) ? [] : [`${path}: ${key}`]));
  if (level > 10) wrong.push(`${path}: too deep`);
  if (Array.isArray(schema.anyOf)) {
    if (level === 0) wrong.push('a union at the root');
    return [...wrong, ...schema.anyOf.flatMap((one, n) => refused(one, size, `${path}/${n}`, level))];
  }
  if (!TYPES.includes(String(schema.type))) wrong.push(`${path}: type`);
  if (Array.isArray(schema.enum)) {
    size.values += schema.enum.length;
    size.letters += schema.enum.join('').length;
  }
  if (schema.type === 'array') return [...wrong, ...refused(schema.items, size, `${path}/items`, level + 1)];
  if (schema.type !== 'object') return wrong;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const keys = Object.keys(properties);
  size.properties += keys.length;
  size.letters += keys.join('').length;
  if (schema.additionalProperties !== false) wrong.push(`${path}: open`);
  if (JSON.stringify(schema.required) !== JSON.stringify(keys)) wrong.push(`${path}: not all required`);
  if (keys.length === 0) wrong.push(`${path}: empty`);
  return [...wrong, ...keys.flatMap((key) => refused(properties[key], size, `${path}/${key}`, level + 1))];
}

describe('the strict form of the tools', () => {
  it('is within the rules and limits of strict function calling', () => {
    for (const { parameters, strict } of STRICT_TOOLS.values()) {
      const size = { properties: 0, values: 0, letters: 0 };
      expect(strict).toBe(true);
      expect(refused(parameters, size)).toEqual([]);
      expect(size.properties).toBeLessThanOrEqual(5000);
      expect(size.values).toBeLessThanOrEqual(1000);
      expect(size.letters).toBeLessThanOrEqual(120_000);
    }
  });

  it('makes calls that do what they name, and nothing with the keys that are null', async () => {
    const { read, write, analyze } = desk();
    const data = {
      title: 'Planning',
      start: '2026-11-24T12:00',
      durationMinutes: 60,
      calendar: 'Work',
      location: 'Room 1',
      attendees: [{ email: 'ana@example.org' }],
      recurrence: { frequency: 'weekly', count: 3 },
    };
    const created = await write(strictCall('calendar_write', { mutation: { operation: 'create', data } }));
    expect(created).toMatchObject({ success: true });
    const changes = { location: null, title: 'Planning B' };
    const filters = { title: 'planning' };
    const update = { operation: 'update', filters, changes, scope: 'all' };
    expect(await write(strictCall('calendar_write', { mutation: update }))).toMatchObject({ success: true });
    const query = {
      type: 'events',
      filters: { when: { after: '2026-11-24', before: '2026-11-26' }, OR: [{ title: 'planning' }] },
      sort: [{ field: 'start' }],
      fields: ['title', 'location', 'attendees'],
    };
    const { data: found } = await read(strictCall('calendar_read', { query }));
    expect(found.events).toMatchObject([
      { title: 'Planning B', attendees: [expect.objectContaining({ email: 'ana@example.org' })] },
    ]);
    expect(JSON.stringify(found)).not.toContain('Room 1');
    const scope = { when: 'this week', filters: { title: 'planning' } };
    const analysis = { type: 'time_stats', scope, params: { groupBy: 'day' } };
    expect(await analyze(strictCall('calendar_analyze', { analysis }))).toMatchObject({ success: true });
    expect(strictCall('search', { query: 'x' })).toEqual({ query: 'x' });
  });
});
