/** `2026-12-01 10:00 11:30 Kickoff`: two times in a row are when it begins and ends. */
const TIMES = /^(.*?)\b(\d{1,2}:\d\d) (\d{1,2}:\d\d)(?= )/;

/** A request in the form of khal: two times in a row, and after `::` what the event says. */
export function khalWords(text: string): { readonly words: string; readonly notes?: string } {
  const [, before = text, after] = /^(.*?)\s+::\s+(.*)$/s.exec(text) ?? [];
  const words = before.replace(TIMES, '$1from $2 to $3');
  return { words, ...(after !== undefined && after !== '' && { notes: after }) };
}
