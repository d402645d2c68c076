/** Makes members optional if their type includes `undefined`. */
type Defined<Given extends object> = {
  readonly [Name in keyof Given as undefined extends Given[Name] ? never : Name]: Given[Name];
} & {
  readonly [Name in keyof Given as undefined extends Given[Name] ? Name : never]?: Exclude<
    Given[Name],
    undefined
  >;
};

export function defined<Given extends object>(given: Given): Defined<Given> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Defined<Given>;
}
