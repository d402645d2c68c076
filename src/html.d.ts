/** A page with inlined styles and script, built by the build step. */
declare module '*.html' {
  const page: string;
  export default page;
}
