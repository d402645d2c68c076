/** A person with a browser: follows redirects, keeps cookies, fills in and sends every form; ends where there is none. */
export async function visit(
  start: string,
  {
    stopAt,
    cookies = new Map<string, string>(),
    person = 'ana',
  }: { readonly stopAt?: string; readonly cookies?: Map<string, string>; readonly person?: string } = {},
): Promise<string> {
  let url = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 30; step++) {
    if (stopAt !== undefined && url.href.startsWith(stopAt)) return url.href;
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form === undefined ? 'GET' : 'POST',
      ...(form !== undefined && { body: form }),
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = undefined;
    const next = answer.headers.get('location');
    if (next !== null) {
      url = new URL(next, url);
      continue;
    }
    const page = await answer.text();
    const [, attributes = '', inner = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
    if (attributes === '') return url.href;
    const [, action = url.href] = /action="([^"]*)"/.exec(attributes) ?? [];
    form = new URLSearchParams();
    for (const [input] of inner.matchAll(/<(?:input|button)[^>]*>/g)) {
      const [, name] = /name="([^"]*)"/.exec(input) ?? [];
      const [, value = ''] = /value="([^"]*)"/.exec(input) ?? [];
      if (name !== undefined && !/name="abort"/.test(input)) form.set(name, value);
    }
    for (const [name, value] of [
      ['login', person],
      ['password', 'anything'],
    ] as const)
      if (form.has(name)) form.set(name, value);
    url = new URL(action.replaceAll('&amp;', '&'), url);
  }
  throw new Error(`The pages never end: ${url}`);
}
