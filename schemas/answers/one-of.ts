/** Every key of any variant. */
type NameIn<Variants> = Variants extends unknown ? keyof Variants : never;

/** A union whose variants differ by their keys: the keys of the others are undefined. */
export type OneOf<Variants, Names extends PropertyKey = NameIn<Variants>> = Variants extends unknown
  ? Variants & { readonly [Name in Exclude<Names, keyof Variants>]?: undefined }
  : never;
