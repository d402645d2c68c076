/** The text of a migration, loaded by `import-scripts.mjs`. */
declare module '*.sql' {
  const text: string;
  export default text;
}
