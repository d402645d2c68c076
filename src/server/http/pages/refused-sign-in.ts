import { HttpRefusal } from '../refusal.js';

/** A form whose token is not accepted: it is shown again, and the refusal is logged as any other. */
export class RefusedSignIn extends HttpRefusal {
  /** Where the form would have led. */
  readonly to: string;

  constructor({ status, message, headers }: HttpRefusal, to: string) {
    super(status, message, { headers });
    this.to = to;
  }
}
