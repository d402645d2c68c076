import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v3';
import { isUpdating } from '../fixtures/fixture-file.js';
import { printCompact } from '../fixtures/print-compact.js';

const ROOT = join(import.meta.dirname, '../../fixtures/recorded');

const lines = z.array(z.string());

/** A whole tool result, or what the protocol answers instead of one. */
const resultSchema = z
  .object({
    isError: z.literal(true).optional(),
    /** There is no structured content beside the text. */
    textOnly: z.literal(true).optional(),
    answer: z.unknown(),
  })
  .strict();
export type RecordedResult = z.infer<typeof resultSchema>;

const callSchema = z
  .object({
    says: z.string().optional(),
    tool: z.string(),
    /**
     * `{uid}` and `{Calendar}` stand for ids, `$3.data.undoToken` for what the third call of the scene answered there,
     * `x × 500` for that many x.
     */
    arguments: z.record(z.unknown()),
    /** What memory answers, and every backend that `on` does not name. */
    result: resultSchema.optional(),
    on: z.record(resultSchema).optional(),
  })
  .strict();
export type RecordedCall = z.infer<typeof callSchema>;

/** When and where the calls are made. */
const setting = {
  now: z.string().regex(/Z$/),
  timezone: z.string(),
  /** ISO weekday, Monday 1. */
  weekStart: z.number().int().min(1).max(7),
};

const sceneSchema = z
  .object({
    title: z.string(),
    ...z.object(setting).partial().shape,
    corpus: z.string(),
    /** UIDs of the objects of the corpus that are there; all of them if it is not given. */
    objects: lines.optional(),
    /** Names of calendars that cannot be changed. */
    readOnly: lines.optional(),
    calls: z.array(callSchema).min(1),
    /** Lines that the calls have changed in the store; not recorded where nothing changes. */
    stored: lines.optional(),
    storedOn: z.record(lines).optional(),
  })
  .strict();
export type RecordedScene = z.infer<typeof sceneSchema>;

const fileSchema = z
  .object({
    title: z.string(),
    ...setting,
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
