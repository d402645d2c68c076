import type { ObjectReference, Value } from './values.js';

/** A chain of elements with its indexes worked out. */
export interface Address {
  readonly root?: ObjectReference;
  readonly steps: readonly {
    readonly className: string;
    readonly which:
      | 'every'
      | { readonly index: number }
      | { readonly id: string }
      | { readonly from: number; readonly to: number };
  }[];
  readonly property?: string;
}

/** The application that is told things; each call is one Apple event. */
export interface Application {
  get(address: Address): Value;
  put(address: Address, value: Value): void;
  count(address: Address): number;
  make(className: string, at: Address, properties: ReadonlyMap<string, Value>): Value;
  delete(address: Address): void;
}

export interface RunOptions {
  /** Wall time of `current date`; it may go on while the script runs. */
  readonly now: number;
  /** Whether a timeout ends an Apple event that takes longer; it does unless this says otherwise. */
  readonly timeoutsFire?: boolean;
  /** Called before each Apple event with its number, counted from 1. */
  readonly beforeEvent?: (count: number) => void;
}
