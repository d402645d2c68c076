import type { EventRow } from '../../../schemas/answers/event-row.js';
import type { Clock } from '../../ports/clock.js';
import { isTask } from '../print/shown-event.js';
import { UsageError } from '../shell/usage-error.js';
import type { Mutation } from './changing.js';
import type { Among } from './pick-row.js';
import { editedBy } from './settings-of-event.js';
import { timeAhead } from './time-ahead.js';

/** The words that name the event, and the change. */
interface Wish {
  readonly words: readonly string[];
  readonly change: (row: EventRow, clock: Clock) => Mutation | Promise<Mutation>;
}

/** A command that changes the event or task its words name. */
export interface Verb {
  /** Sources to search, in this order. */
  readonly among: readonly Among[];
  readonly wish: (args: readonly string[]) => Wish;
  /** Alternative if no source has the words. */
  readonly otherwise?: (words: string) => Mutation;
}

const ANSWERS: Readonly<Record<string, string>> = {
  yes: 'accepted',
  accept: 'accepted',
  no: 'declined',
  decline: 'declined',
  maybe: 'tentative',
  tentative: 'tentative',
};

/** Commands that change one event or task, named by words or ID. */
export const VERBS = {
  edit: {
    among: ['events', 'tasks'],
    wish: editedBy,
  },
  rm: {
    among: ['events', 'tasks'],
    wish: simply({ operation: 'delete' }),
  },
  move: {
    among: ['events', 'tasks'],
    wish: toTime('update', 'move'),
  },
  copy: {
    among: ['events'],
    wish: toTime('copy', 'copy'),
  },
  rsvp: {
    among: ['events'],
    wish: ([answer = '', ...words]) => {
      const response = ANSWERS[answer.toLowerCase()];
      if (response === undefined) throw new UsageError('The answer is yes, no or maybe.');
      return { words, change: () => ({ operation: 'respond', response }) };
    },
  },
  done: {
    among: ['tasks'],
    wish: simply({ operation: 'complete' }),
  },
  restore: {
    among: ['trash', 'deletedTasks'],
    wish: simply({ operation: 'restore' }),
    // An occurrence that was deleted alone still belongs to its series, so the trash does not list it.
    otherwise: (title) => ({ operation: 'restore', filters: { title } }),
  },
} as const satisfies Readonly<Record<string, Verb>>;

function simply(mutation: Mutation): Verb['wish'] {
  return (words) => ({ words, change: () => mutation });
}

/** Parses `dentist to friday 15:00`. */
function toTime(operation: 'update' | 'copy', name: string): Verb['wish'] {
  return (args) => {
    const words = args.flatMap((arg) => arg.trim().split(/\s+/));
    const to = words.lastIndexOf('to');
    const time = words.slice(to + 1).join(' ');
    if (to < 1 || time === '') throw new UsageError(`Say where to: ${name} dentist to friday 15:00.`);
    return {
      words: words.slice(0, to),
      change: (row, clock) => ({
        operation,
        changes: { [isTask(row) ? 'due' : 'start']: timeAhead(time, row, clock) },
      }),
    };
  };
}
