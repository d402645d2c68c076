import type { AttendeeInput, EventChanges, WritePlan } from '../../../compilers/plan/write-plan.js';
import type { Call } from '../context/call.js';
import type { Engine } from '../context/engine.js';
import { peopleNamed } from './people-named.js';

/** Resolved names of a call: address by name; for a group, the addresses of its members. */
export type ResolvedPeople = Readonly<Record<string, string | readonly string[]>>;

type Look = (people: readonly AttendeeInput[], path: string) => Promise<readonly AttendeeInput[]>;

/** Replaces names of people in a write by their addresses. */
export async function withPeople(
  plan: WritePlan,
  engine: Engine,
  call: Call,
): Promise<{ readonly plan: WritePlan; readonly resolved: ResolvedPeople }> {
  const resolved = new Map<string, string | readonly string[]>();
  const look: Look = async (people, path) => {
    const all: AttendeeInput[] = [];
    for (const [at, { lookUp, expand, ...person }] of people.entries()) {
      if (lookUp === undefined) {
        all.push(person);
        continue;
      }
      const said = [{ name: lookUp, path: `${path}/${at}`, expand }];
      const [found = []] = await peopleNamed(said, { engine, call, timezone: plan.timezone });
      for (const { address, called, kind } of found) {
        const isThing = kind === 'room' || kind === 'resource';
        const name = called !== undefined && called !== address ? { name: called } : {};
        all.push({ ...person, email: address, ...name, ...(isThing && { kind }) });
      }
      const [first] = found;
      resolved.set(
        lookUp,
        expand || first === undefined ? found.map(({ address }) => address) : first.address,
      );
    }
    return [...new Map(all.map((person) => [person.email.toLowerCase(), person])).values()];
  };
  const mapped = await mapPlan(plan, '/mutation', look);
  return { plan: mapped, resolved: Object.fromEntries(resolved) };
}

async function mapPlan<Plan extends WritePlan>(plan: Plan, path: string, look: Look): Promise<Plan> {
  switch (plan.kind) {
    case 'batch': {
      const items: WritePlan[] = [];
      for (const [at, item] of plan.items.entries())
        items.push(await mapPlan(item, `${path}/operations/${at}`, look));
      return { ...plan, items };
    }
    case 'create':
      return { ...plan, data: { ...plan.data, ...(await mapChanges(plan.data, `${path}/data`, look)) } };
    case 'update':
    case 'copy':
      return { ...plan, changes: await mapChanges(plan.changes, `${path}/changes`, look) };
    case 'filtered': {
      const { write } = plan;
      if (!('changes' in write)) return plan;
      return {
        ...plan,
        write: { ...write, changes: await mapChanges(write.changes, `${path}/changes`, look) },
      };
    }
    default:
      return plan;
  }
}

async function mapChanges(changes: EventChanges, path: string, look: Look): Promise<EventChanges> {
  const { attendees, addAttendees } = changes;
  return {
    ...changes,
    ...(attendees && { attendees: await look(attendees, `${path}/attendees`) }),
    ...(addAttendees && { addAttendees: await look(addAttendees, `${path}/addAttendees`) }),
  };
}
