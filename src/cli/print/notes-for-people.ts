import { noteForPeople } from '../../../schemas/model/notes.js';

/** The notes of an answer as a person at the terminal reads them. */
export function notesForPeople(notes: readonly string[] = []): readonly string[] {
  return notes.map(noteForPeople).filter((note) => note !== '');
}
