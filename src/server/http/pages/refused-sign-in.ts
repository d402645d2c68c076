import { HttpRefusal } from '../refusal.js';

/** A form with a rejected token: shown again, and logged like other refusals. */
export class RefusedSignIn extends HttpRefusal {
  /** Target after the sign-in. */
  readonly to: string;

  constructor({ status, message, headers }: HttpRefusal, to: string) {
    super(status, message, { headers });
    this.to = to;
  }
}
