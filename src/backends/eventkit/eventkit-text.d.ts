/** The text of a script with what it includes; `import-scripts.mjs` loads it as such. */
declare module '*.jxa' {
  const text: string;
  export default text;
}
