import type { Zone } from '../../../../compilers/time/zone.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { Session } from '../process/session.js';
import type { Reader } from '../read/reader.js';
import type { UidNotes } from '../uid-notes.js';

/** What all that writes events works with. */
export interface WriterParts {
  readonly session: Session;
  readonly reader: Reader;
  readonly notes: UidNotes;
  readonly mac: () => Zone;
  readonly now: () => Instant;
}
