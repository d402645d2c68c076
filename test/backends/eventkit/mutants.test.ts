// @module-tag slow
import { expect, it } from 'vitest';
import { SCENARIOS } from './scenarios.js';
import { SCRIPT } from './simulated/in-process.js';

/** Mistakes in the script that JavaScript for Automation or EventKit invite: what is changed into what. */
const MUTANTS: Readonly<Record<string, readonly [string, string]>> = {
  'a boxed truth taken as it is': ['return b === true || Number(b) === 1;', 'return !!v;'],
  'the place of an alarm not looked at': ['return !near && ', 'return '],
  'times in seconds': ['* 1000);\n}\n\nfunction at', ');\n}\n\nfunction at'],
  'dates written in milliseconds': ['Since1970(time / 1000)', 'Since1970(time)'],
  'a list that ends too early': ['i < count;', 'i < count - 1;'],
  'an answer without permission': ['head.status !== FULL_ACCESS) return head', 'false) return head'],
  'a permission lost in between not told': [
    '{ status: status() }, status() === FULL_ACCESS ? result : {}',
    'result',
  ],
  'a status that is not asked again': ['const status = () => Number(', 'const status = () => 3 || Number('],
  'the other permission asked for': ['? REMINDERS : EVENTS;', '? EVENTS : EVENTS;'],
  'letters as they are': ['.replace(/[\\u007f-\\uffff]/g, escaped)', ''],
  'a request cut at a chunk': ['pending = lines.pop();', "lines.pop(); pending = '';"],
  'a longer predicate than four years': ['const LONGEST = 1400 * DAY', 'const LONGEST = 14000 * DAY'],
  'an event on a seam twice': ['if (seen.has(once)) return;', ''],
  'a window that stops after its first piece': ['from = to;\n', 'from = ask.to;\n'],
  'where to go on not told': ['return Object.assign(found, { next: from })', 'return found'],
  'too many events in one piece': ['if (count > MOST && to - from > DAY)', 'if (false)'],
  'other series not left out': ['if (only && !only.has(key)) return;', ''],
  'the mark of a changed occurrence kept': [".replace(/\\/RID=\\d+$/, '')", ''],
  'a changed occurrence as a date of its series': ['if (isSeries && !isDetached)', 'if (isSeries)'],
  'an occurrence as the first one': ['(isAlone || !flag(e.isDetached))', 'true'],
  'an event of another calendar': ['text(e.calendar.calendarIdentifier) === calendar && ', ''],
  'an occurrence of another series': ['keyOf(e) === uid && ', ''],
  'another date of the series': [' && ms(e.occurrenceDate) === date', ''],
  'a moved occurrence looked for on its old date': ['now === undefined ? date : now', 'date'],
  'a guard that is not looked at': ['guardText(event) !== step.expect', 'false'],
  'a guard that minds stamps': [
    'return JSON.stringify(Object.assign(record, { created: null, modified: null }))',
    'return JSON.stringify(record)',
  ],
  'all instead of one': ["step.span === 'this' ? THIS_EVENT : FUTURE_EVENTS", 'FUTURE_EVENTS'],
  'one instead of all': ["step.span === 'this' ? THIS_EVENT : FUTURE_EVENTS", 'THIS_EVENT'],
  'each step committed by itself': [
    'saveEventSpanCommitError(event, span, false, error)',
    'saveEventSpanCommitError(event, span, true, error)',
  ],
  'nothing committed': ['attempt((error) => store.commit(error));', ''],
  'a refusal that is not noticed': ["throw failure('refused', isNil(error) ? 0 : Number(error.code));", ''],
  'the number of a refusal lost': ['isNil(error) ? 0 : Number(error.code)', '0'],
  'a read-only calendar not noticed': [
    "if (!flag(calendar.allowsContentModifications)) throw failure('read-only');",
    '',
  ],
  'null instead of nil': [
    'set[name] === null ? $() : $(set[name])',
    'set[name] === null ? null : $(set[name])',
  ],
  'no zone instead of the zone': ["has('zone')", "has('zones')"],
  'the end not set': ["if (has('end'))", "if (has('ending'))"],
  'all-day not set': ["if (has('allDay'))", "if (has('wholeDay'))"],
  'busy and free exchanged': ['set.free ? 1 : 0', 'set.free ? 0 : 1'],
  'the point lost with the text': ["has('place') && !set.point", "has('place')"],
  'a point without its place': ["locationWithTitle(place || '')", "locationWithTitle('')"],
  'latitude and longitude exchanged': ['(point[0], point[1])', '(point[1], point[0])'],
  'a rule that has no end': ['if (r.count > 0) end =', 'if (r.count > 99) end ='],
  'an end that is a count': ['else if (r.until !== null) end', 'else if (r.until === 0) end'],
  'which weekday of a month lost': ['dayOfWeekWeekNumber(day, week)', 'dayOfWeekWeekNumber(day, 0)'],
  'parts of a rule exchanged': ['some(r.monthDays), some(r.months)', 'some(r.months), some(r.monthDays)'],
  'alarms not removed': ['e.removeAlarm(alarm)', 'alarm'],
  'an alarm at a date as a length': ['date === null ? $.EKAlarm', 'true ? $.EKAlarm'],
  'an address that is none': ["if (isNil(url)) throw failure('link');", ''],
  'a calendar that is not empty': ["> 0) throw failure('not empty')", "> 999) throw failure('not empty')"],
  'a calendar that cannot be changed': [
    "if (flag(c.isImmutable)) throw failure('read-only');\n  return",
    'return',
  ],
  'a name that is not set': ['c.title = $(name)', 'name'],
  'a colour that is not set': ['c.color = colorOf(color)', 'color'],
  'a change by others not seen': ['const seen = changes > 0', 'const seen = false'],
  'a task of another list': ['array([taskList])', 'store.calendarsForEntityType(REMINDERS)'],
  'a task that is an event': [
    'if (isNil(task) || !flag(task.isKindOfClass($.EKReminder.class)))',
    'if (isNil(task))',
  ],
  'a task changed meanwhile': ['if (item !== undefined && taskGuard(task) !== expect)', 'if (false)'],
  'a deleted task changed meanwhile': ['if (taskGuard(task) !== ask.expect)', 'if (false)'],
  'a task done again': ['task.completed = done', 'task.completed = true'],
  'a task done now': ['task.completionDate = at(doneAt)', 'doneAt'],
  'a task that stays in its list': [
    'if (to !== undefined) task.calendar = target;',
    'if (item === undefined) task.calendar = target;',
  ],
  'a list that cannot be changed': [
    "if (!flag(target.allowsContentModifications)) throw failure('read-only');",
    '',
  ],
  'a zone of a due date lost': ['if (zone !== null) c.timeZone =', 'if (false) c.timeZone ='],
  'a list that is not empty': ["if (tasksIn(c).length > 0) throw failure('not empty');", ''],
  'a list among the calendars': [
    'calendarForEntityTypeEventStore(entity, store)',
    'calendarForEntityTypeEventStore(EVENTS, store)',
  ],
  'a time where there is none': ['values.every((v) => v < UNDEFINED) ? 5 : 3', '5'],
};

async function failureOf(source: string): Promise<string | undefined> {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    try {
      await scenario(source);
    } catch (error) {
      return `${name}: ${error instanceof Error ? error.message : 'failed'}`;
    }
  }
  return undefined;
}

it.each(Object.entries(SCENARIOS))('the script as it is: %s', async (_, scenario) => {
  await scenario(SCRIPT);
});

it.each(Object.entries(MUTANTS))('is noticed: %s', async (_, [from, to]) => {
  const changed = SCRIPT.replaceAll(from, to);
  expect(changed).not.toBe(SCRIPT);
  expect(await failureOf(changed)).toBeDefined();
});
