/** The text of a script; `build.mjs` and `vitest.config.ts` load it as such. */
declare module '*.applescript' {
  const text: string;
  export default text;
}
