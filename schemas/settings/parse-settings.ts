import { zodToJsonSchema } from 'zod-to-json-schema';
import { findingsOf } from '../diagnostics/findings.js';
import { CalendarError, type Violation } from '../model/error.js';
import { isRecord } from '../model/is-record.js';
import { limitFinding } from '../parse/input-limits.js';
import { type SettingsFile, settingsSchema } from './settings.js';

const EXAMPLE = {
  accounts: [
    {
      kind: 'caldav',
      name: 'work',
      url: 'https://dav.example.org/',
      username: 'ana',
      passwordEnv: 'WORK_PASSWORD',
    },
    { kind: 'local', name: 'home', dir: '/home/ana/calendars' },
  ],
  timezone: 'Europe/Berlin',
  weekStart: 'mon',
};

const NO_OBJECT: { readonly violation: Violation } = {
  violation: { code: 'CONFIGURATION', path: '', message: 'It must be one object, in braces.' },
};

/** Keys that imply the kind of an account. */
const GIVEAWAYS = [
  ['provider', 'caldav'],
  ['username', 'caldav'],
  ['url', 'webcal'],
  ['dir', 'local'],
  ['path', 'ics'],
] as const;

/** Adds the kind of accounts if their other keys imply it. */
function withKinds(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.accounts)) return value;
  const accounts = value.accounts.map((account: unknown) => {
    if (!isRecord(account) || 'kind' in account) return account;
    const [, kind] = GIVEAWAYS.find(([key]) => key in account) ?? [];
    return kind === undefined ? account : { kind, ...account };
  });
  return { ...value, accounts };
}

/** Parses the configuration file. Errors name places and keys, never values: some are secret. */
export function parseSettings(given: unknown): SettingsFile {
  const value = withKinds(given);
  const tooMuch = limitFinding(value);
  const result = tooMuch === undefined ? settingsSchema.safeParse(value) : undefined;
  if (result?.success === true) return result.data;
  const call = { tool: undefined, schema: settingsSchema, value };
  const noObject = isRecord(value) ? undefined : NO_OBJECT;
  const findings = result === undefined ? [tooMuch] : noObject ? [noObject] : findingsOf(result.error, call);
  const violations = findings
    .flatMap((finding) => (finding === undefined ? [] : [finding.violation]))
    .slice(0, 20)
    .map((violation) => ({ ...violation, code: 'CONFIGURATION' as const }));
  const first = violations[0];
  throw new CalendarError(
    'CONFIGURATION',
    `The configuration file is not valid: ${first?.message ?? 'it cannot be read.'}`,
    {
      path: first?.path ?? '',
      ...(first?.didYouMean === undefined ? {} : { didYouMean: first.didYouMean }),
      suggestion: '`calendar-mcp print-schemas settings` prints all that the file may say.',
      example: EXAMPLE,
      violations,
    },
  );
}

/** The JSON schema of the configuration file, for editors; it uses more than the portable subset of tools. */
export function settingsJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = zodToJsonSchema(settingsSchema, { $refStrategy: 'none', strictUnions: true });
  return JSON.parse(JSON.stringify(schema), (key, part: unknown) =>
    key === 'required' && Array.isArray(part) && part.includes('name')
      ? part.filter((one) => one !== 'kind')
      : part,
  );
}
