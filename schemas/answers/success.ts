import type { AnalysisData } from './analysis-data.js';
import type { AnswerMeta } from './meta.js';
import type { OneOf } from './one-of.js';
import type { ReadData } from './read-data.js';
import type { WriteData } from './write-data.js';

export type AnswerData = OneOf<ReadData | WriteData | AnalysisData>;

export interface Success<Data extends object = AnswerData> {
  readonly success: true;
  readonly data: Data;
  readonly meta: AnswerMeta;
}
