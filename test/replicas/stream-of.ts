import { atEnd } from '../at-end.js';

/** The stream of a session, until the end of the test: what it was told of resources. */
export async function streamOf({ url }: { readonly url: string }, session: Record<string, string>) {
  const closing = new AbortController();
  atEnd(() => closing.abort());
  const headers = { ...session, Accept: 'text/event-stream' };
  const response = await fetch(new URL('/mcp', url), { headers, signal: closing.signal });
  if (response.status !== 200) throw new Error(`no stream: ${response.status}`);
  let text = '';
  void (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array);
  })().catch(() => undefined);
  return {
    updated: (): string[] =>
      [...text.matchAll(/^data: (\{.*"notifications\/resources\/updated".*\})$/gm)].map(
        ([, data = '']) => JSON.parse(data).params.uri,
      ),
    close: () => closing.abort(),
  };
}
