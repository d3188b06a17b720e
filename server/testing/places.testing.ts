import type { Found, Place, PlaceErrorName } from '../watches/places/place.ts'

/** Signal of a caller that stays. */
export const never = new AbortController().signal

export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of source) found.push(one)
  return found
}
export const listOf = (place: Place): Promise<Found[]> => all(place.list(never))

/** Why an act at a place failed; undefined if it did not. */
export async function reasonOf(act: () => unknown): Promise<PlaceErrorName | undefined> {
  try {
    await act()
  } catch (error) {
    return (error as { reason?: PlaceErrorName }).reason ?? (error as never)
  }
}
