/** The text of a migration; `import-scripts.mjs` loads it as such. */
declare module '*.sql' {
  const text: string;
  export default text;
}
