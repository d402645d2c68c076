/** Every name that one of the variants has. */
type NameIn<Variants> = Variants extends unknown ? keyof Variants : never;

/** A union in which each variant is told from the others by its names: those of the others are undefined in it. */
export type OneOf<Variants, Names extends PropertyKey = NameIn<Variants>> = Variants extends unknown
  ? Variants & { readonly [Name in Exclude<Names, keyof Variants>]?: undefined }
  : never;
