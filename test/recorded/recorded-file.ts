import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v3';
import { isUpdating } from '../fixtures/fixture-file.js';
import { printCompact } from '../fixtures/print/print-json.js';

const ROOT = join(import.meta.dirname, '../../fixtures/recorded');

const lines = z.array(z.string());

/** A whole tool result, or the protocol error that replaces it. */
const resultSchema = z
  .object({
    isError: z.literal(true).optional(),
    /** The result has no structured content. */
    textOnly: z.literal(true).optional(),
    answer: z.unknown(),
  })
  .strict();
export type RecordedResult = z.infer<typeof resultSchema>;

const callSchema = z
  .object({
    /** A tool, or `resources/read`. */
    tool: z.string(),
    /** `{uid}` and `{Calendar}` are ids; `$3.data.undoToken` is a value of the third answer in the scene. */
    arguments: z.record(z.unknown()),
    result: resultSchema.optional(),
    /** The answer over a folder, if it differs from the one over memory. */
    inFolder: resultSchema.optional(),
  })
  .strict();

const sceneSchema = z
  .object({
    title: z.string(),
    now: z.string().regex(/Z$/).optional(),
    corpus: z.string(),
    /** UIDs of the objects to keep from the corpus. */
    objects: lines,
    /** Names of calendars that reject changes. */
    readOnly: lines.optional(),
    policy: z.enum(['careful', 'dedicated', 'read-only']).optional(),
    /** A profile of older tools. */
    older: z.string().optional(),
    calls: z.array(callSchema).min(1),
    /** Stored lines that the calls change. Only for scenes about the stored bytes. */
    stored: lines.optional(),
  })
  .strict();
export type RecordedScene = z.infer<typeof sceneSchema>;

const fileSchema = z
  .object({
    title: z.string(),
    now: z.string().regex(/Z$/),
    timezone: z.string(),
    /** ISO weekday, Monday 1. */
    weekStart: z.number().int().min(1).max(7),
    scenes: z.array(sceneSchema).min(1),
  })
  .strict();
export type RecordedFile = z.infer<typeof fileSchema>;

export const updating = isUpdating(process.env);

/** All recorded files by name; unknown keys fail. */
export function recordedFiles(): readonly (readonly [string, RecordedFile])[] {
  return readdirSync(ROOT)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [
      basename(file, '.json'),
      fileSchema.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8'))),
    ]);
}

export function saveRecorded(name: string, file: RecordedFile): void {
  writeFileSync(join(ROOT, `${name}.json`), `${printCompact(file)}\n`);
}
