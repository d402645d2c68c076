import type { ServerResponse } from 'node:http';
import type { CalendarError } from '../../../../schemas/model/error.js';
import { escaped, type HtmlPage, pageHeaders } from '../pages/html-page.js';

export const STYLE_PATH = '/connect/style.css';

/** Colours have a contrast of at least 4.5 in both schemes; the layout fits a narrow phone. */
export const STYLE = `:root{color-scheme:light dark;accent-color:light-dark(#0b57a4,#8ab8f5)}
body{font:1rem/1.5 system-ui,"DejaVu Sans",sans-serif;max-width:42rem;margin:1.5rem auto;padding:0 1rem;overflow-wrap:anywhere;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#e8eaee)}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem;border-top:1px solid light-dark(#c9ccd3,#444851);padding-top:1rem}h3{font-size:1rem;margin:0}
ul.accounts{list-style:none;padding:0}ul.accounts>li{border:1px solid light-dark(#c9ccd3,#444851);border-radius:.5rem;padding:.75rem;margin:.75rem 0}
p{margin:.4rem 0}label{display:block;margin-top:.6rem}fieldset{border:0;padding:0;margin:0}fieldset label{font-weight:normal}
input:not([type=checkbox],[type=radio]),select{font:inherit;padding:.4rem;width:100%;box-sizing:border-box}
button,.button{font:inherit;display:inline-block;padding:.45rem .8rem;margin:.4rem .4rem .4rem 0;max-width:100%;border:1px solid light-dark(#5c6270,#9aa1ae);border-radius:.35rem;background:light-dark(#f2f4f8,#262a32);color:inherit;text-decoration:none}
button.danger{border-color:light-dark(#a51d2d,#ff7b82);color:light-dark(#a51d2d,#ff7b82)}
a{color:light-dark(#0b57a4,#8ab8f5)}:focus-visible{outline:3px solid light-dark(#0b57a4,#8ab8f5);outline-offset:2px}
[role=alert]{border-left:4px solid light-dark(#a51d2d,#ff7b82);padding:.4rem .6rem}[role=status]{border-left:4px solid light-dark(#1a7f37,#56d364);padding:.4rem .6rem}
.bad{color:light-dark(#a51d2d,#ff7b82)}.hint{color:light-dark(#555b66,#aab0bc);font-size:.9rem}summary{cursor:pointer;padding:.3rem 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem;border-bottom:1px solid light-dark(#c9ccd3,#444851)}
`;

/** Sends a page without inline styles. */
export function sendConnectPage(
  res: ServerResponse,
  {
    title,
    body,
    status = 200,
    headers = {},
    cookies = [],
  }: HtmlPage & { readonly cookies?: readonly string[] },
): void {
  const { 'Content-Security-Policy': _, ...common } = pageHeaders();
  const policy =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  if (cookies.length > 0) res.setHeader('Set-Cookie', [...cookies]);
  res.writeHead(status, { ...common, 'Content-Security-Policy': policy, ...headers }).end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><main>${body}</main></body>
</html>
`);
}

export function shownProblem({ message, info }: CalendarError): string {
  return [message, info.suggestion ?? ''].join(' ').trim();
}

/** A form with a single button. */
export function buttonForm(
  { action, token, name }: { readonly action: string; readonly token: string; readonly name?: string },
  button: string,
): string {
  const named = name === undefined ? '' : `<input type="hidden" name="account" value="${escaped(name)}">`;
  return `<form method="post" action="${action}">${tokenField(token)}${named}${button}</form>`;
}

/** Hidden token that ties a form to this session. */
export function tokenField(token: string): string {
  return `<input type="hidden" name="form" value="${escaped(token)}">`;
}
