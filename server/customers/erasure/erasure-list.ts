import { z } from 'zod'
import { listLinesOf, type SideLists } from '../../storage/side-lists.ts'

/** An erasure as stored outside the database: numbers and keyed hashes, no personal data. */
const Entry = z.strictObject({
  store_id: z.int(),
  profile_id: z.int(),
  /** Creation time of the profile, which with its id identifies it. */
  created_at: z.string(),
  erased_at: z.string(),
  /** `alone`: no other profile had the key, so its holder in a backup is the person. */
  hashes: z.array(z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), alone: z.boolean() })),
})
export type ErasureEntry = z.infer<typeof Entry>

/** Reads all erasures ever made, without duplicates. Stored outside the database, because a restored backup lacks later ones. */
export async function readErasures(lists: SideLists): Promise<ErasureEntry[]> {
  return entriesIn(await lists.lines('erasures'))
}

// A line that a power cut broke off belongs to an erasure that did not begin.
const entriesIn = (lines: readonly string[]): ErasureEntry[] =>
  lines.flatMap((line) => {
    try {
      return [Entry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })

/** Merges two lists into one text: the erasures of a backup and those of the machine it is restored on. */
export function joinErasures(one: string, other: string): string {
  const lines = [...entriesIn(listLinesOf(one)), ...entriesIn(listLinesOf(other))].map((entry) => JSON.stringify(entry))
  return [...new Set(lines)].map((line) => `${line}\n`).join('')
}

/** Appends erasures to the list and flushes it to disk, before anything is erased. */
export async function noteErasures(lists: SideLists, entries: readonly ErasureEntry[]): Promise<void> {
  const same = ({ erased_at: _, ...entry }: ErasureEntry) => JSON.stringify(entry)
  const known = new Set((await readErasures(lists)).map(same))
  const lines = entries.flatMap((entry) => (known.has(same(entry)) ? [] : [JSON.stringify(entry)]))
  if (lines.length > 0) await lists.add('erasures', lines.join('\n'))
}

/** Removes a deleted store from the list. Backups that still exist were made when the store was already locked, and delete it again. */
export function forgetErasures(lists: SideLists, storeId: number): Promise<void> {
  return lists.drop('erasures', (line) => entriesIn([line]).some((entry) => entry.store_id === storeId))
}
