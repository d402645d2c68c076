import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/v3';
import {
  ANALYSIS_KINDS,
  MISSING_ON_PURPOSE,
  missing,
  OPERATIONS,
  REQUIRED,
  usesOf,
} from './fixtures/coverage.js';
import { mutationFixtureSchema, queryFixtureSchema } from './fixtures/fixture-schema.js';
import { TARGET_NAMES } from './fixtures/print-call.js';

const ROOT = join(import.meta.dirname, '../fixtures');

function fixtures<T>(folder: string, schema: z.ZodType<T, z.ZodTypeDef, unknown>): readonly T[] {
  return readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => schema.parse(JSON.parse(readFileSync(join(ROOT, folder, file), 'utf8'))));
}

const queries = fixtures('query', queryFixtureSchema);
const mutations = fixtures('mutation', mutationFixtureSchema);
const analyses = fixtures(
  'analysis',
  z.object({ input: z.object({ analysis: z.object({ type: z.string() }).passthrough() }) }).passthrough(),
);

/** Filter uses of the queries for which a target's share is written down. */
function usesOn(target: (typeof TARGET_NAMES)[number], without?: string): ReadonlySet<string> {
  const seen = queries.filter(({ targets }) => targets?.[target] !== undefined);
  const kept = seen.filter(({ input }) => without === undefined || !usesOf(input.query.filters).has(without));
  return new Set(kept.flatMap(({ input }) => [...usesOf(input.query.filters)]));
}

describe('fixture coverage', () => {
  it('knows the grammar from its schema', () => {
    expect(REQUIRED.length).toBeGreaterThan(70);
    expect(REQUIRED).toEqual(expect.arrayContaining(['when.between', 'tags.none', 'createdBy', 'NOT']));
  });

  it.each(TARGET_NAMES)('has every filter key and operator on %s', (target) => {
    expect(missing(usesOn(target))).toEqual([]);
  });

  it('gives a reason only for what is really missing', () => {
    for (const use of Object.keys(MISSING_ON_PURPOSE)) {
      expect(REQUIRED).toContain(use);
      expect([...usesOn('memory')]).not.toContain(use);
    }
  });

  it.each(REQUIRED.filter((use) => !(use in MISSING_ON_PURPOSE)))(
    'would notice if %s were left out',
    (use) => {
      expect(missing(usesOn('caldav', use))).toContain(use);
    },
  );

  it('has an answer for every question, most of them written by a person', () => {
    expect(queries.filter(({ result }) => result === undefined)).toEqual([]);
    expect(queries.filter(({ byHand }) => byHand === true).length).toBeGreaterThan(queries.length / 3);
    expect(mutations.filter(({ byHand }) => byHand === true).length).toBeGreaterThan(mutations.length / 3);
  });

  it('has every operation, and every scope of those that have one', () => {
    const operations = mutations.map(({ input: { mutation } }) => {
      const { operation, scope, target } = z
        .object({ operation: z.string(), scope: z.string().optional(), target: z.string().optional() })
        .parse(mutation);
      const kind = target ?? scope;
      return kind === undefined ? operation : `${operation} ${kind}`;
    });
    expect(OPERATIONS.filter((operation) => !operations.includes(operation))).toEqual([]);
  });

  it('has every field that an update can change', () => {
    const changed = new Set(
      mutations.flatMap(({ input: { mutation } }) => Object.keys(Object(mutation.changes ?? mutation.data))),
    );
    expect(FIELDS.filter((field) => !changed.has(field))).toEqual([]);
  });

  it('has every analysis that reads events', () => {
    const types = new Set(analyses.map(({ input }) => input.analysis.type));
    expect(ANALYSIS_KINDS.filter((kind) => !types.has(kind))).toEqual([]);
  });
});

const FIELDS = [
  'title',
  'start',
  'end',
  'durationMinutes',
  'allDay',
  'timezone',
  'calendar',
  'location',
  'description',
  'url',
  'conference',
  'status',
  'busy',
  'visibility',
  'attendees',
  'reminders',
  'recurrence',
  'tags',
  'metadata',
  'addAttendees',
  'removeAttendees',
  'addTags',
  'removeTags',
  'addReminders',
  'removeReminders',
];
