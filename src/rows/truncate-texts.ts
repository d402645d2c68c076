/** Most characters of a text in a row: no invitation needs more, and a huge text must not fill a model's context. */
const MOST: Readonly<Record<string, number>> = {
  description: 20_000,
  title: 500,
  calendar: 200,
  name: 200,
  email: 320,
  location: 1000,
};
const MOST_OF_OTHERS = 2000;
/** Members of a list or of an object in a row. */
const MOST_MEMBERS = 100;

/** Cuts long texts and lists of a row; marks each cut in place, or in `leftOut`. */
export function truncateTexts<Row extends object>(row: Row): Row {
  const leftOut: Record<string, number> = {};
  const entries = Object.entries(row).map(([name, value]): [string, unknown] => {
    const more = membersOf(value) - MOST_MEMBERS;
    if (more > 0) leftOut[name] = more;
    return [name, shortened(value, name)];
  });
  const isWhole = Object.keys(leftOut).length === 0;
  return Object.fromEntries(isWhole ? entries : [...entries, ['leftOut', leftOut]]) as Row;
}

export function truncateText(text: string, field: string): string {
  const most = MOST[field] ?? MOST_OF_OTHERS;
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… [cut here; ${text.length} characters in all, format ics has them]`;
}

/** Cuts the name of a calendar, without a mark, because callers can use it in a query. */
export function truncateName(name: string): string {
  return name.slice(0, MOST.calendar).replace(/[\ud800-\udbff]$/, '');
}

function shortened(value: unknown, field: string): unknown {
  if (typeof value === 'string') return truncateText(value, field);
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((one) => shortened(one, field));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, MOST_MEMBERS);
  return Object.fromEntries(members.map(([name, member]) => [name, shortened(member, name)]));
}

function membersOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
