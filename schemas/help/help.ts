import { nearestWords } from '../diagnostics/did-you-mean.js';
import { CalendarError } from '../model/error.js';
import { AVAILABILITY_HELP } from './availability-help.js';
import type { HelpTopic } from './help-topic.js';
import { BATCH_HELP, CALENDARS_HELP } from './managing-help.js';
import { PEOPLE_HELP } from './people-help.js';
import { FILTERS_HELP, READ_HELP, TIMES_HELP } from './reading-help.js';
import { ANALYSIS_HELP, ERRORS_HELP, RESULTS_HELP } from './results-help.js';
import { TASKS_HELP } from './tasks-help.js';
import { RECURRENCE_HELP, WRITE_HELP } from './writing-help.js';

/** All topics, in reading order for newcomers. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  READ_HELP,
  FILTERS_HELP,
  TIMES_HELP,
  WRITE_HELP,
  RECURRENCE_HELP,
  PEOPLE_HELP,
  BATCH_HELP,
  CALENDARS_HELP,
  TASKS_HELP,
  ANALYSIS_HELP,
  AVAILABILITY_HELP,
  RESULTS_HELP,
  ERRORS_HELP,
];

/** A help page, or the list of topics. */
export interface HelpPage {
  readonly topic: string;
  readonly text: string;
  readonly topics: readonly string[];
}

const NAMES = HELP_TOPICS.map(({ topic }) => topic);

/**
 * The page of a topic with its examples; a keyword of only one topic selects that page. Throws an error with the
 * nearest topics otherwise.
 */
export function helpTopic(topic?: string): HelpPage {
  if (topic === undefined) return { topic: 'overview', text: overview(), topics: NAMES };
  const wanted = topic.trim().toLowerCase();
  const about = HELP_TOPICS.filter((candidate) => wordsOf(candidate.about).has(plain(wanted)));
  const page =
    HELP_TOPICS.find((candidate) => candidate.topic === wanted) ??
    (about.length === 1 ? about[0] : undefined);
  if (page === undefined) {
    const likely = about.length > 0 ? about.map((candidate) => candidate.topic) : nearestWords(wanted, NAMES);
    throw new CalendarError('INVALID_ARGUMENT', `There is no such help topic. Topics: ${NAMES.join(', ')}.`, {
      path: '/analysis/params/topic',
      ...(likely.length > 0 ? { didYouMean: likely } : {}),
      suggestion: likely[0] === undefined ? 'Ask for one of the topics.' : `Use "${likely[0]}".`,
      example: { analysis: { type: 'help', params: { topic: likely[0] ?? 'filters' } } },
    });
  }
  return { topic: page.topic, text: printed(page), topics: NAMES };
}

function wordsOf(about: string): ReadonlySet<string> {
  return new Set(
    about
      .toLowerCase()
      .split(/[ ,;:]+/)
      .map(plain),
  );
}

/** Ignores a plural s. */
function plain(word: string): string {
  return word.replace(/s$/, '');
}

function printed({ text, examples }: HelpTopic): string {
  const lines = examples.map(({ says, tool, call }) => `${says}\n${tool} ${JSON.stringify(call)}`);
  return [text, 'Examples', ...lines].join('\n');
}

function overview(): string {
  return [
    'calendar_read answers questions, calendar_write changes events, calendar_analyze computes, search and fetch find documents.',
    ...HELP_TOPICS.map(({ topic, about }) => `${topic}: ${about}`),
  ].join('\n');
}
