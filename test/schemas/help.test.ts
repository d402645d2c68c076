import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS, helpTopic } from '../../schemas/help/help.js';
import { CalendarError, ERROR_CODES } from '../../schemas/model/error.js';
import { parseAnalyze } from '../../schemas/parse/parse-input.js';
import { parseInput } from './parse-input.js';

const MOST_TOKENS = 900;

describe('help', () => {
  it('has the topics', () => {
    const names = [
      ...['read', 'filters', 'times', 'write', 'recurrence', 'people', 'batch'],
      ...['calendars', 'tasks', 'analysis', 'availability', 'results', 'errors'],
    ];
    expect(helpTopic().topics).toEqual(names);
    for (const name of names) expect(helpTopic(name).topic).toBe(name);
    expect(helpTopic(' Filters ').topic).toBe('filters');
  });

  it.each(HELP_TOPICS)('$topic has examples that are valid and shown', ({ topic, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const { tool, call } of examples) {
      expect(() => parseInput(tool, call)).not.toThrow();
      expect(helpTopic(topic).text).toContain(JSON.stringify(call));
    }
  });

  it.each(HELP_TOPICS)('$topic is short and names no day that will be past', ({ topic }) => {
    const { text } = helpTopic(topic);
    expect(encode(text).length).toBeLessThanOrEqual(MOST_TOKENS);
    expect(text).not.toMatch(/20\d\d/);
  });

  it('names the nearest topic', () => {
    try {
      helpTopic('filter');
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      expect(error.info.didYouMean).toEqual(['filters']);
      expect(parseAnalyze(error.info.example)).toEqual({ type: 'help', params: { topic: 'filters' } });
    }
    expect(() => helpTopic('x'.repeat(10_000))).toThrow(CalendarError);
  });

  it('finds a topic by what it is about, where that is one alone', () => {
    const found = ['undo', 'delete', 'Sync', 'rrule', 'period', 'status', 'codes'].map(
      (word) => helpTopic(word).topic,
    );
    expect(found).toEqual(['batch', 'write', 'calendars', 'recurrence', 'times', 'analysis', 'errors']);
    expect(() => helpTopic('events')).toThrow(
      expect.objectContaining({ info: expect.objectContaining({ didYouMean: ['read', 'recurrence'] }) }),
    );
    expect(helpTopic().text).toContain('undo');
  });

  it('explains every filter key and every error code', () => {
    for (const code of Object.keys(ERROR_CODES)) expect(helpTopic('errors').text).toContain(`${code}:`);
    const filters = helpTopic('filters').text;
    for (const key of [
      'id',
      'calendar',
      'when',
      'created',
      'text',
      'url',
      'attendee',
      'tags',
      'myResponse',
      'status',
    ]) {
      expect(filters).toContain(key);
    }
    for (const key of [
      'hasConflict',
      'deleted',
      'durationMinutes',
      'weekday',
      'timeOfDay',
      'createdBy',
      'matches',
    ]) {
      expect(filters).toContain(key);
    }
  });
});
