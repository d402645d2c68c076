import { noteForPeople } from '../../../schemas/model/notes.js';

/** Rewrites the notes of an answer for a person at the terminal. */
export function notesForPeople(notes: readonly string[] = []): readonly string[] {
  return notes.map(noteForPeople).filter((note) => note !== '');
}
