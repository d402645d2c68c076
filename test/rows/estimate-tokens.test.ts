import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../schemas/help/help.js';
import { estimateTokens } from '../../src/rows/estimate-tokens.js';

const ROOT = join(import.meta.dirname, '../..');
const filesIn = (folder: string, count: number) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => /\.(json|ics|md)$/.test(name))
    .slice(0, count)
    .map((name): [string, string] => [name, readFileSync(join(ROOT, folder, name), 'utf8')]);

const row = (id: string, title: string) =>
  JSON.stringify({ id, title, start: '2026-11-24T09:30+01:00', end: '09:45', day: 'Tue', calendar: 'Work' });
const WRITTEN: readonly (readonly [string, string])[] = [
  [
    'rows',
    [row('frgk23873y/20261103T0930', 'Team standup'), row('6ykscyky5w', 'Lunch with the team')].join(),
  ],
  ['ids', 'frgk23873y/20261103T0930 7e7xwcvsw4/20261102T1100 nz3cqzwgz8 6z1rcg7h0v/20261103T1600 y02yxn21dd'],
  [
    'times',
    '2026-11-24T09:30+01:00 2026-12-01 09:30–09:45 Mon 2026-11-30 12:00–13:45 all day until 2026-11-27',
  ],
  [
    'English',
    'Please bring the signed contract and two copies of the annual report to the meeting on Monday morning.',
  ],
  [
    'German',
    'Schornsteinfeger kommt zur Feuerstättenschau; bitte Zählerstände für die Nebenkostenabrechnung mitbringen.',
  ],
  [
    'Polish',
    'Spotkanie zespołu w sprawie wdrożenia nowego systemu rozliczeń, proszę przynieść sprawozdania kwartalne.',
  ],
  ['Chinese', '会议室预订已经取消，请联系管理员。下周二上午九点半在三楼会议室讨论明年的预算计划。'],
  ['Japanese', '来週の火曜日に東京オフィスでキックオフ会議があります。資料を準備してください。'],
  ['Korean', '회의가 취소되었습니다. 다음 주 화요일 오전 아홉 시에 다시 만나겠습니다. 자료를 준비해 주세요.'],
  [
    'Russian',
    'Встреча с командой разработки переносится на следующий вторник, подготовьте отчёты за квартал.',
  ],
  ['Arabic', 'اجتماع الفريق يوم الثلاثاء القادم في الساعة التاسعة صباحا في قاعة الاجتماعات الكبيرة'],
  ['Hindi', 'टीम की बैठक अगले मंगलवार को सुबह नौ बजे बड़े कमरे में होगी, कृपया रिपोर्ट साथ लाएँ'],
  ['emoji', '🎂 Oma 🦷 🏨 ✈️ 🍜 👩‍👩‍👧‍👦 🎉🎉 🧑‍💻 standup 🚀'],
  [
    'links',
    'https://meet.example.org/abc-defg-hij?pwd=Zk9QmXy https://calendar.example.com/events/4jwf98n43f',
  ],
];
const TEXTS = [
  ...WRITTEN,
  ...filesIn('fixtures/query', 40),
  ...filesIn('fixtures/budget/busy-month', 10),
  ...filesIn('docs/guide', 20),
  ...HELP_TOPICS.map(({ topic, text }) => [`help ${topic}`, text] as const),
];

describe('the estimate of tokens of', () => {
  it.each(TEXTS)('%s is hardly ever too low, and never far too high', (_, text) => {
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.6);
  });

  it('all of these together is near', () => {
    const all = TEXTS.map(([, text]) => text).join('\n');
    expect(estimateTokens(all) / encode(all).length).toBeGreaterThan(0.95);
    expect(estimateTokens(all) / encode(all).length).toBeLessThan(1.2);
  });
});
