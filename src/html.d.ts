/** A page with its styles and its script in it, put together by the build. */
declare module '*.html' {
  const page: string;
  export default page;
}
