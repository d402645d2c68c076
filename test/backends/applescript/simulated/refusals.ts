const FLOATING = 'scripts know no times without a zone';
const DIFFERS = 'scripts know whole series only';
/** Moves, and occurrences that differ from their series. */
const OVERRIDES = {
  move: 'a copy would lose what scripts cannot read',
  'override moved into the window': DIFFERS,
  'override moved before the series': DIFFERS,
  'override made longer': DIFFERS,
};
const ELSEWHERE = 'a series lives in the zone of the Mac';

/** Cases of the conformance suite that Calendar cannot hold, on a Mac whose zone is UTC. */
export const APPLESCRIPT_REFUSES: Readonly<Record<string, string>> = {
  'floating seen from Los Angeles': FLOATING,
  'floating seen from Kiritimati': FLOATING,
  'single date of a series': 'Calendar has no single extra dates',
  'zoned series across a clock change': ELSEWHERE,
  ...OVERRIDES,
};

/** The same on a Mac in Berlin, where the suite's series in UTC are elsewhere. */
export const REFUSED_IN_BERLIN: Readonly<Record<string, string>> = {
  'floating seen from Los Angeles': FLOATING,
  'floating seen from Kiritimati': FLOATING,
  'single date of a series': ELSEWHERE,
  'series from years ago': ELSEWHERE,
  'last of a count': ELSEWHERE,
  'last until': ELSEWHERE,
  'long occurrence of a series': ELSEWHERE,
  ...OVERRIDES,
};
