import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import rrulePackage from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import type { RuleCase } from './random-rules.js';

/** A question to all engines: the first `limit` starts in [from, to), in seconds of wall time. */
export interface Question extends RuleCase {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Undefined: the witness gave up on it. */
export type Answer = readonly number[] | undefined;

export interface Witness {
  readonly name: string;
  /** Witnesses of one family are ports of each other and count once. */
  readonly family: string;
  answers(questions: readonly Question[]): readonly Answer[];
}

const script = fileURLToPath(new URL('./dateutil-witness.py', import.meta.url));

/** python-dateutil, where this machine has it. */
export function dateutil(): Witness | undefined {
  if (spawnSync('python3', ['-c', 'import dateutil']).status !== 0) return undefined;
  return {
    name: 'dateutil',
    family: 'dateutil',
    answers(questions) {
      const { stdout, status, stderr } = spawnSync('python3', [script], {
        input: JSON.stringify({ cases: questions }),
        encoding: 'utf8',
        maxBuffer: 512 * 1024 * 1024,
      });
      if (status !== 0) throw new Error(`dateutil failed: ${stderr}`);
      const answers: (number[] | null)[] = JSON.parse(stdout);
      return answers.map((answer) => answer ?? undefined);
    },
  };
}

/** rrule.js, a port of dateutil. */
export const rrule: Witness = {
  name: 'rrule',
  family: 'dateutil',
  answers: (questions) =>
    questions.map(({ rrule: text, start, from, to, limit }) => {
      const found: number[] = [];
      // It never comes back from a rule below a day that matches nothing.
      if (/FREQ=(HOURLY|MINUTELY|SECONDLY)/.test(text)) return undefined;
      try {
        rrulePackage.rrulestr(`DTSTART:${start}Z\nRRULE:${text}`).all((date, index) => {
          const at = date.getTime() / 1000;
          if (at >= to || index > 20_000) return false;
          if (at >= from) found.push(at);
          return found.length < limit;
        });
      } catch {
        return undefined;
      }
      return found;
    }),
};

export const rruleTemporal: Witness = {
  name: 'rrule-temporal',
  family: 'rrule-temporal',
  answers: (questions) =>
    questions.map(({ rrule: text, start, from, to, limit }) => {
      const at = (seconds: number) =>
        Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO('UTC');
      try {
        const rule = new RRuleTemporal({
          rruleString: `DTSTART:${start}Z\nRRULE:${text}`,
          maxIterations: 3000,
        });
        return rule
          .between(at(from), at(to - 1), true)
          .slice(0, limit)
          .map((occurrence) => occurrence.epochMilliseconds / 1000);
      } catch {
        return undefined;
      }
    }),
};
