const FLOATING = 'scripts know no times without a zone';
const ELSEWHERE = 'a series lives in the zone of the Mac';

/** Cases of the conformance suite that Calendar cannot hold, on a Mac whose zone is UTC. */
export const APPLESCRIPT_REFUSES: Readonly<Record<string, string>> = {
  'floating seen from Los Angeles': FLOATING,
  'floating seen from Kiritimati': FLOATING,
  'single date of a series': 'Calendar has no single extra dates',
  'zoned series across a clock change': ELSEWHERE,
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
  'override moved into the window': ELSEWHERE,
  'override moved before the series': ELSEWHERE,
  'override made longer': ELSEWHERE,
};
