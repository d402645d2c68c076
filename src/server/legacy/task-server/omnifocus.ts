import type { Alias } from '../alias.js';
import { OMNIFOCUS_ANALYZE } from './analyze/analyze.js';
import { OMNIFOCUS_READ } from './read/read.js';
import { OMNIFOCUS_SYSTEM } from './system.js';
import { OMNIFOCUS_WRITE } from './write/write.js';

/** The tools of the OmniFocus server with three builder tools, and its system tool. */
export const OMNIFOCUS: readonly Alias[] = [
  OMNIFOCUS_READ,
  OMNIFOCUS_WRITE,
  OMNIFOCUS_ANALYZE,
  OMNIFOCUS_SYSTEM,
];
