import type { Operator } from './syntax.js';

/** The longer one first: `is` begins them nearly all. */
export const COMPARISONS: readonly (readonly [readonly string[], Operator])[] = [
  [['is', 'greater', 'than', 'or', 'equal', 'to'], '>='],
  [['is', 'less', 'than', 'or', 'equal', 'to'], '<='],
  [['is', 'greater', 'than'], '>'],
  [['is', 'less', 'than'], '<'],
  [['is', 'not'], 'is not'],
  [['is'], 'is'],
  [['contains'], 'contains'],
  [['starts', 'with'], 'starts with'],
];
