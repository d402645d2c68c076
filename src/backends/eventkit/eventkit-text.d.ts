/** The text of a script with its includes, loaded by `import-scripts.mjs`. */
declare module '*.jxa' {
  const text: string;
  export default text;
}
