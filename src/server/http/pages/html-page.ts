import type { ServerResponse } from 'node:http';

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,"DejaVu Sans",sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}h1{font-size:1.4rem}pre{font:inherit;white-space:pre-wrap}label{display:block;margin-bottom:.25rem}input,button{font:inherit;padding:.4rem .6rem;max-width:100%}input{width:100%;box-sizing:border-box;margin-bottom:.6rem}[role=alert]{color:light-dark(#a51d2d,#ff7b82)}';

/** A page; `body` is HTML, with all foreign text `escaped`. */
export interface HtmlPage {
  readonly title: string;
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Headers of every page: nothing is loaded, framed or sent elsewhere. Referrer-Policy must be `same-origin`,
 * because otherwise browsers send no Origin with a form.
 */
export function pageHeaders(scripts = ''): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; ${scripts}style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  };
}

export function sendPage(res: ServerResponse, { title, body, status = 200, headers = {} }: HtmlPage): void {
  res.writeHead(status, { ...pageHeaders(), ...headers }).end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body>${body}</body>
</html>
`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML elements and attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
