const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Client span of a call, if `_meta` has one in the form of W3C Trace Context. */
export function tracedBy(meta: Readonly<Record<string, unknown>> = {}): { readonly traceparent?: string } {
  const { traceparent } = meta;
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {};
}
