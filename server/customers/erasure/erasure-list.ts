import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

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

const pathOf = (dataFolder: string) => join(dataFolder, 'erasures')

/** Every erasure there ever was, each told once, beside the database: a backup that is restored knows nothing of those after it. */
export async function readErasures(dataFolder: string): Promise<ErasureEntry[]> {
  const text = await readFile(pathOf(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return entriesIn(text)
}

// A line that a power cut broke off belongs to an erasure that did not begin.
const entriesIn = (text: string): ErasureEntry[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [Entry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })

/** Joins two lists, as the text of one: the erasures of a backup and those of the machine that it is restored on. */
export function joinErasures(one: string, other: string): string {
  const lines = [...entriesIn(one), ...entriesIn(other)].map((entry) => JSON.stringify(entry))
  return [...new Set(lines)].map((line) => `${line}\n`).join('')
}

/** Adds an erasure to the list and sees it onto the disk, before anything is erased. */
export async function noteErasure(dataFolder: string, entry: ErasureEntry): Promise<void> {
  const known = await readErasures(dataFolder)
  const line = JSON.stringify(entry)
  if (known.some((one) => JSON.stringify({ ...one, erased_at: entry.erased_at }) === line)) return
  const file = await open(pathOf(dataFolder), 'a', 0o600)
  try {
    // A broken line before it ends here.
    await file.write(`\n${line}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  const folder = await open(dataFolder, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Takes a store that is gone out of the list. A backup that is kept was made when the store was locked already, and loses it again. */
export async function forgetErasures(dataFolder: string, storeId: number): Promise<void> {
  const known = await readErasures(dataFolder)
  const kept = known.filter((entry) => entry.store_id !== storeId)
  if (kept.length === known.length) return
  const path = pathOf(dataFolder)
  await writeFile(`${path}.new`, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''), {
    mode: 0o600,
    flush: true,
  })
  await rename(`${path}.new`, path)
}
