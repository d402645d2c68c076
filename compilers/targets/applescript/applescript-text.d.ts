/** The text of a script and its includes, loaded by `import-scripts.mjs`. */
declare module '*.applescript' {
  const text: string;
  export default text;
}
