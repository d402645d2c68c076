const MAX_NOTES = 10;
const NAMED_IN_NOTE = 3;

/** What is to be known about events, each text once; a rule can have the same to say of hundreds. */
export class EventNotes {
  readonly #ids = new Map<string, Set<string>>();

  add(text: string, id: string): void {
    this.#ids.set(text, (this.#ids.get(text) ?? new Set()).add(id));
  }

  /** Each with the first ids of its events. */
  print(): string[] {
    return [...this.#ids].slice(0, MAX_NOTES).map(([text, ids]) => {
      const more = ids.size - NAMED_IN_NOTE;
      const named = [...ids].sort().slice(0, NAMED_IN_NOTE).join(', ');
      return `${text} (${named}${more > 0 ? ` and ${more} more` : ''})`;
    });
  }
}
