import { useState } from 'react'

/** Returns keys for a number of rows: the known ones, and new ones at the end. */
const fit = (keys: readonly number[], count: number): number[] => {
  const first = Math.max(-1, ...keys) + 1
  return Array.from({ length: count }, (_, place) => keys[place] ?? first + place - keys.length)
}

/** Keys of the messages of a draft, which stay with them when they move, and the place of the one that is open, at first a given one. */
export function useRows(count: number, first: number) {
  const [known, setKnown] = useState<readonly number[]>([])
  const [open, setOpen] = useState<number | undefined>(first)
  // Another person, or a template, may have changed the messages.
  const keys = known.length === count ? known : fit(known, count)
  if (keys !== known) setKnown(keys)
  return {
    keys,
    openPlace: open === undefined ? -1 : keys.indexOf(open),
    /** Opens the message at a place, and closes the others. */
    open: (place: number | undefined) => setOpen(place === undefined ? undefined : keys[place]),
    /** Adds a key where a message is inserted, and opens it. */
    insert(place: number) {
      const key = Math.max(-1, ...keys) + 1
      setKnown(keys.toSpliced(place, 0, key))
      setOpen(key)
    },
    remove: (place: number) => setKnown(keys.toSpliced(place, 1)),
    move: (from: number, to: number) => setKnown(moved(keys, from, to)),
  }
}

/** Returns a list with one of its items at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
