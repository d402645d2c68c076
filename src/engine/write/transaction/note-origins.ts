import type { Engine } from '../../context/engine.js';
import { eventId } from '../../sources/event-id.js';
import type { DraftStep } from './draft-step.js';

type Noting = Pick<Engine, 'provenance'>;

/** Records what the assistant is about to make, and imported events that move to another calendar. */
export async function noteOrigins(steps: readonly DraftStep[], engine: Noting): Promise<void> {
  const made = steps.flatMap((step) => (step.kind === 'create' && step.made ? [step.made] : []));
  // All new events of a draft have one origin.
  const [first] = made;
  if (first !== undefined)
    await engine.provenance.add(
      made.map(({ mark }) => mark),
      first.origin,
    );
  for (const step of steps) {
    const { id: from } = step.kind === 'create' ? (step.restored ?? {}) : {};
    if (step.kind === 'move')
      await passOnOrigin(step.uid, step.source.calendar.id, step.to.calendar.id, engine);
    else if (step.kind === 'create' && from !== undefined)
      await passOnOrigin(step.uid, from, step.source.calendar.id, engine);
  }
}

/** An imported event is known by its id, which changes with its calendar. */
export async function passOnOrigin(
  uid: string,
  from: string,
  to: string,
  { provenance }: Noting,
): Promise<void> {
  const origins = await provenance.origins();
  const [origin, there] = [from, to].map((calendar) => origins.of({ uid, id: eventId(calendar, uid) }));
  if (origin !== undefined && there === undefined) await provenance.add([`i${eventId(to, uid)}`], origin);
}
