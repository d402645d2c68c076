import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../schemas/model/is-record.js';
import { knownNote, noteForPeople, noteText } from '../../schemas/model/notes.js';

/** What only a call has. */
const OF_CALLS =
  /calendar_(?:read|write|analyze)|confirmToken|idempotencyKey|undoToken|newId|see sources|params\.|data\.|overlapHours|hasConflict|allDay|allowDuplicates|children true|ask the user|the call\b|\bfilters\b/i;

describe('notes at the terminal', () => {
  it('have nothing of a call in any answer that is recorded', () => {
    const notes = [
      ...new Set(filesIn('fixtures').flatMap((file) => notesIn(JSON.parse(readFileSync(file, 'utf8'))))),
    ];
    expect(notes.length).toBeGreaterThan(40);
    expect(notes.filter((note) => OF_CALLS.test(note)).length).toBeGreaterThan(8);
    const left = notes.map(noteForPeople).filter((note) => OF_CALLS.test(note));
    expect(left.filter((note) => !ONLY_IN_CALLS.test(note))).toEqual([]);
  });

  it('keep the values of a note', () => {
    const note = noteText('parts_left', '3 sub-tasks', '2');
    expect(note).toBe('3 sub-tasks left, 2 of them open; children true deletes them, too.');
    expect(noteForPeople(note)).toBe('3 sub-tasks left, 2 of them open.');
    expect(knownNote(note)?.code).toBe('parts_left');
    expect(noteForPeople(noteText('days_taken', '; 20 of 31 are named'))).toBe(
      'All-day events take whole days; --timed looks past them.',
    );
  });

  it('have no ids, and other texts are as they are', () => {
    expect(noteForPeople('It is moved on. (k3v9x2m8qa/20260329T0330, k3v9x2m8qb and 3 more)')).toBe(
      'It is moved on.',
    );
    expect(noteForPeople('Seen (by you).')).toBe('Seen (by you).');
  });
});

/** What no command of the shell asks for, besides those that print whole answers as JSON. */
const ONLY_IN_CALLS =
  /idempotencyKey|^Matches |filters|timeOfDay|`start`|calendar_analyze availability|estimateMinutes/;

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

function notesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(notesIn);
  if (!isRecord(value)) return [];
  const { notes } = value;
  const own = Array.isArray(notes) ? notes.filter((note): note is string => typeof note === 'string') : [];
  return [...own.filter((note) => /^[A-Z0-9].*\.$/.test(note)), ...Object.values(value).flatMap(notesIn)];
}
