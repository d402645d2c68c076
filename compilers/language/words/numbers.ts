const UNITS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const NTHS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const TENS = { twenty: 20, twentieth: 20, thirty: 30, thirtieth: 30, forty: 40, fifty: 50 };
const VALUES: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, at) => [word, at + 1] as const),
  ...NTHS.map((word, at) => [word, at + 1] as const),
  ...Object.entries(TENS),
]);
const DIGIT = UNITS.slice(0, 9).join('|');
const NUMBER = `(?:(?:twenty|thirty|forty|fifty)(?:[ -](?:${DIGIT}))?|${UNITS.slice(9).join('|')})`;
const ORDINAL = `(?:(?:twenty|thirty)[ -](?:${NTHS.slice(0, 9).join('|')})|twentieth|thirtieth|${NTHS.join('|')})`;
const HOUR = `(?:${UNITS.join('|')}|twenty(?:[ -](?:one|two|three))?|\\d{1,2})`;
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const NO_COUNT =
  '(?! ?-?(?:min|hour|hr|h\\b|day|week|month|year|people|times|percent|%|sessions|of (?!the)))';
const IN_PART = ' (?:in the|at) (morning|afternoon|evening|night)\\b';

/** Spoken numbers and their digits. Each form sees the previous word and a `;` before its own words. */
const FORMS: readonly (readonly [form: RegExp, figures: (...groups: string[]) => string])[] = [
  [new RegExp(`(?<=\\b${MONTH} ?;)(?:the )?(${ORDINAL})\\b`, 'y'), (nth) => `${numberIn(nth)}`],
  [new RegExp(`(?<=;)(${ORDINAL})(?= (?:of )?${MONTH}\\b)`, 'y'), (nth) => `${numberIn(nth)}`],
  [
    new RegExp(
      `(?<=\\bthe ?;)(${ORDINAL})(?=$| (?:[,.;!?]|at|from|with|and|or|for|to|till|until|through|no|sorry|wait|in the|\\d)(?: |$))`,
      'y',
    ),
    (nth) => `${numberIn(nth)}th`,
  ],
  [
    new RegExp(`(?<=;)from (${HOUR}) (?:to|till|until) (${HOUR})${IN_PART}`, 'y'),
    (first, last, part) => {
      const to = (numberIn(last) % 12) + (part === 'morning' ? 0 : 12);
      const from =
        [(numberIn(first) % 12) + 12, numberIn(first) % 12].find((one) => one < to) ?? numberIn(first) + 12;
      return `from ${from}:00 to ${to}:00`.replace(/\b(\d):/g, '0$1:');
    },
  ],
  [
    new RegExp(`(?<=;)(${HOUR}) (?:oh (${DIGIT})|(${NUMBER}))(?: ?([ap])\\.?m\\b)?${NO_COUNT}(?!\\w)`, 'y'),
    (hour, few, minute, half) => clock(hour, numberIn(few ?? minute ?? ''), half),
  ],
  [/(?<=;)(\d{1,2}) ([0-5]\d) ([ap])\.?m\b/y, (hour, minute, half) => clock(hour, Number(minute), half)],
  [
    /(?<=\b(?:at|from|to|until|in|by) ?;)(\d{1,2}) ([0-5]\d)(?=$| [^\d\p{L}]| (?:on|with|at|in)\b)/uy,
    (hour, minute) => clock(hour, Number(minute)),
  ],
  [new RegExp(`(?<=;)(${HOUR}) ?([ap])\\.?m\\b`, 'y'), (hour, half) => `${numberIn(hour)} ${half}m`],
  [/(?<=;)half (\d)(?![\d:])/y, (hour) => `half ${UNITS[Number(hour) - 1]}`],
  [new RegExp(`(?<=${MONTH} and ?;)(${MONTH})\\b(?! \\d)`, 'y'), (month) => `in ${month}`],
];

/** Digits for the spoken number at the start of `words`; `length` is in words. */
export function spokenNumber(
  before: string,
  words: readonly string[],
): { readonly plain: string; readonly length: number } | undefined {
  const said = `${before};${words.join(' ')}`.toLowerCase();
  for (const [form, figures] of FORMS) {
    form.lastIndex = before.length + 1;
    const match = form.exec(said);
    if (match !== null) return { plain: figures(...match.slice(1)), length: match[0].split(' ').length };
  }
  return undefined;
}

function numberIn(text: string): number {
  const words = text.split(/[ -]/).map((word) => VALUES.get(word) ?? Number(word));
  return words.reduce((sum, value) => sum + value, 0);
}

function clock(hour: string, minute: number, half?: string): string {
  return `${numberIn(hour)}:${String(minute).padStart(2, '0')}${half === undefined ? '' : ` ${half}m`}`;
}
