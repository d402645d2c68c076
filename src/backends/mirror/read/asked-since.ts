import type { MirrorRead } from '../../../../compilers/targets/mirror/mirror-target.js';
import type { Instant } from '../../../../schemas/model/time.js';
import type { BackendRequest } from '../../../ports/backend-request.js';

type Asked = Pick<MirrorRead, 'refresh'>;

/** Whether a copy that cannot be compared is no answer. */
export function insists({ refresh }: Asked, { compare }: BackendRequest): boolean {
  return refresh === true || compare === 'must';
}

/** Since when the answer has to be compared; undefined where a comparison of a moment ago will do. */
export function askedSince(
  { refresh }: Asked,
  { compare, startedAt }: BackendRequest,
  now: Instant,
): Instant | undefined {
  return refresh === true || compare !== undefined ? (startedAt ?? now) : undefined;
}
