/** The text of a script with what it includes; `script-text.mjs` loads it as such. */
declare module '*.jxa' {
  const text: string;
  export default text;
}
