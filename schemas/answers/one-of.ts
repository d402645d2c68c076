/** Every name that one of the variants has. */
type NameIn<Variants> = Variants extends unknown ? keyof Variants : never;

/** A union whose variants are told apart by their keys: the keys of the others are undefined. */
export type OneOf<Variants, Names extends PropertyKey = NameIn<Variants>> = Variants extends unknown
  ? Variants & { readonly [Name in Exclude<Names, keyof Variants>]?: undefined }
  : never;
