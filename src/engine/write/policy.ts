import type { DraftStep } from './transaction/draft-step.js';

/** The place where a write may be refused for what it would do, before anything is sent. Everything is allowed today. */
export function assertAllowed(_steps: readonly DraftStep[]): void {}
