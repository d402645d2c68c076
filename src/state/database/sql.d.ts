/** The text of a migration; `script-text.mjs` loads it as such. */
declare module '*.sql' {
  const text: string;
  export default text;
}
