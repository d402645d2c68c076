import type { CalDavWrite } from '../../../../compilers/targets/caldav/caldav-target.js';
import type { Receipt } from '../../../ports/backend.js';
import { deleteObject } from './delete-object.js';
import { moveObject } from './move-object.js';
import { createObject, replaceObject } from './put-object.js';
import type { WriteContext } from './write-context.js';

/** Carries out one write of an object. */
export async function applyWrite(
  context: WriteContext,
  call: CalDavWrite,
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  switch (call.kind) {
    case 'create':
      return (await createObject(context, call, signal)).receipt;
    case 'replace':
      return replaceObject(context, call, signal);
    case 'delete':
      await deleteObject(context, call, signal);
      return undefined;
    case 'move':
      return moveObject(context, call, signal);
  }
}
