/** Aborts on the first Ctrl-C or SIGTERM; a second one ends the process. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
