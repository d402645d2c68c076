/** A range of positions, such as rows of a grid or days of a week; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Assigns the first free lane to each stretch, in order of `from`, so overlapping ones are side by side. */
export function lanesOf<T extends Stretch>(
  stretches: readonly T[],
): readonly (T & { readonly lane: number })[] {
  const ends: number[] = [];
  return stretches
    .toSorted((a, b) => a.from - b.from)
    .map((stretch) => {
      const free = ends.findIndex((end) => end <= stretch.from);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = stretch.to;
      return { ...stretch, lane };
    });
}
