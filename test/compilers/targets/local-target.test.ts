import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../../compilers/plan/predicate.js';
import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import type { CalendarPatch } from '../../../compilers/pushdown/target.js';
import { icsTarget } from '../../../compilers/targets/local/ics-target.js';
import { localTarget } from '../../../compilers/targets/local/local-target.js';
import { ALL_TIME } from '../../../schemas/model/time.js';

const calendar = { id: 'c1', href: 'Work & more' };
const href = 'Work%20%26%20more/one.ics';

describe('the local target', () => {
  it('takes times as a hint and nothing else', () => {
    const verdicts = (predicate: Predicate) => localTarget.capabilities.pushdown(predicate);
    for (const field of ['when', 'start', 'end'] as const) {
      expect(verdicts({ kind: 'time', field, from: 0 })).toBe('inexact');
    }
    for (const field of ['created', 'updated'] as const) {
      expect(verdicts({ kind: 'time', field, from: 0 })).toBe('unsupported');
    }
    const time: Predicate = { kind: 'time', field: 'when', from: 0 };
    const others: readonly Predicate[] = [
      { kind: 'or', of: [time, time] },
      { kind: 'not', of: time },
      { kind: 'id', ids: ['x'] },
      { kind: 'calendar', op: 'any', names: ['Work'] },
      { kind: 'text', fields: ['title'], op: 'contains', value: 'x' },
      { kind: 'flag', field: 'busy', value: true },
    ];
    for (const predicate of others) expect(verdicts(predicate)).toBe('unsupported');
  });

  it('asks for the part that all conditions leave', () => {
    const range = { from: 100, to: 900 };
    const pushed: readonly Predicate[] = [
      { kind: 'time', field: 'when', from: 200 },
      { kind: 'time', field: 'start', from: 50, to: 800 },
    ];
    expect(localTarget.compileRead({ range, pushed, residual: EVERYTHING }, calendar)).toEqual({
      kind: 'index',
      calendar,
      from: 200,
      to: 800,
    });
  });

  it('asks for everything without a time, and for named objects whatever their time', () => {
    const scan = { range: ALL_TIME, pushed: [], residual: EVERYTHING };
    expect(localTarget.compileRead(scan, calendar)).toEqual({ kind: 'index', calendar });
    const named = { ...scan, range: { from: 1, to: 2 }, hrefs: [href] };
    expect(localTarget.compileRead(named, calendar)).toEqual({ kind: 'index', calendar, hrefs: [href] });
  });

  it('turns a change into one of a file', () => {
    const to = { id: 'c2', href: 'Home' };
    const compile = localTarget.compileWrite;
    expect(compile({ kind: 'create', calendar, uid: 'u', ics: 'i' }, 'new.ics')).toEqual({
      kind: 'create',
      calendar: 'Work & more',
      file: 'new.ics',
      ics: 'i',
    });
    expect(compile({ kind: 'replace', calendar, href, etag: 'e', ics: 'i' }, 'unused.ics')).toEqual({
      kind: 'replace',
      calendar: 'Work & more',
      file: 'one.ics',
      ics: 'i',
      expect: 'e',
    });
    expect(compile({ kind: 'delete', calendar, href, etag: 'e' }, 'unused.ics')).toEqual({
      kind: 'remove',
      calendar: 'Work & more',
      file: 'one.ics',
      expect: 'e',
    });
    expect(compile({ kind: 'move', calendar, href, etag: 'e', to, ics: 'i' }, 'new.ics')).toEqual({
      kind: 'move',
      calendar: 'Work & more',
      file: 'one.ics',
      expect: 'e',
      to: 'Home',
      toFile: 'new.ics',
      ics: 'i',
    });
  });

  it('turns a change of a calendar into one of a folder', () => {
    const compile = (patch: CalendarPatch) => localTarget.compileCalendarWrite?.(patch, 'choir');
    const labels = { name: 'Choir', color: '#3366cc' };
    expect([
      compile({ kind: 'create-calendar', labels }),
      compile({ kind: 'update-calendar', calendar, labels }),
      compile({ kind: 'delete-calendar', calendar, withEvents: true }),
    ]).toEqual([
      { kind: 'create-calendar', folder: 'choir', labels },
      { kind: 'update-calendar', folder: 'Work & more', labels },
      { kind: 'delete-calendar', folder: 'Work & more', withEvents: true },
    ]);
  });

  it.each(['Other/one.ics', 'one.ics', '/etc/passwd', 'http://host/x.ics', '', '%/x.ics', '../x.ics'])(
    'finds no file of this calendar at %j',
    (foreign) => {
      const patch = { kind: 'replace', calendar, href: foreign, etag: 'e', ics: 'i' } as const;
      expect(() => localTarget.compileWrite(patch, 'unused.ics')).toThrowError(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      );
    },
  );
});

describe('the target of whole files', () => {
  it('writes nothing', () => {
    expect(icsTarget.capabilities.writes.size).toBe(0);
    expect(() =>
      icsTarget.compileWrite({ kind: 'create', calendar, uid: 'u', ics: 'i' }, 'new.ics'),
    ).toThrowError(expect.objectContaining({ code: 'READ_ONLY' }));
  });
});
