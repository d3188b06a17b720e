import { z } from 'zod'
import { linesOf, type SideLists } from '../../platform/core/side-lists.ts'

/** An erasure as it is written down outside the database: numbers and keyed hashes, nothing of the person. */
const Entry = z.strictObject({
  store_id: z.int(),
  profile_id: z.int(),
  /** Creation time of the profile, which with its id identifies it. */
  created_at: z.string(),
  erased_at: z.string(),
  /** `alone`: nobody else had the same key, so that its holder in a backup is the person. */
  hashes: z.array(z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), alone: z.boolean() })),
})
export type ErasureEntry = z.infer<typeof Entry>

/** Every erasure there ever was, each told once, beside the database: a backup that is restored knows nothing of those after it. */
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

/** Joins two lists, as the text of one: the erasures of a backup and those of the machine that it is restored on. */
export function joinErasures(one: string, other: string): string {
  const lines = [...entriesIn(linesOf(one)), ...entriesIn(linesOf(other))].map((entry) => JSON.stringify(entry))
  return [...new Set(lines)].map((line) => `${line}\n`).join('')
}

/** Adds an erasure to the list and sees it onto the disk, before anything is erased. */
export async function noteErasure(lists: SideLists, entry: ErasureEntry): Promise<void> {
  const known = await readErasures(lists)
  const line = JSON.stringify(entry)
  if (known.some((one) => JSON.stringify({ ...one, erased_at: entry.erased_at }) === line)) return
  await lists.add('erasures', line)
}

/** Takes a store that is gone out of the list. A backup that is kept was made when the store was locked already, and loses it again. */
export function forgetErasures(lists: SideLists, storeId: number): Promise<void> {
  return lists.drop('erasures', (line) => entriesIn([line]).some((entry) => entry.store_id === storeId))
}
