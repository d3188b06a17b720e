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

/** Appends an erasure to the list and flushes it to disk, before anything is erased. */
export async function noteErasure(lists: SideLists, entry: ErasureEntry): Promise<void> {
  const known = await readErasures(lists)
  const line = JSON.stringify(entry)
  if (known.some((one) => JSON.stringify({ ...one, erased_at: entry.erased_at }) === line)) return
  await lists.add('erasures', line)
}

/** Removes a deleted store from the list. Backups that still exist were made when the store was already locked, and delete it again. */
export function forgetErasures(lists: SideLists, storeId: number): Promise<void> {
  return lists.drop('erasures', (line) => entriesIn([line]).some((entry) => entry.store_id === storeId))
}
