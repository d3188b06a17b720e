import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../core/api-error.ts'
import { diskStorage, type Storage } from '../../storage/storage.ts'
import { type PollutedFile, pollutedFiles } from '../../testing/formats/polluted-files.testing.ts'
import { fileRefusalOf, readFileHead } from './head.ts'
import type { ClaimedFile } from './loads.ts'
import { NeedsRewriting, sourceBatches } from './source.ts'
import { noSheetNotes } from './xlsx-sheet.ts'

const SEED = Number(process.env.POLLUTION_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 7))

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-polluted-'))
  storage = diskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

type Outcome = 'right' | 'refused' | 'told' | 'wrong'

/** Reads a file as a load does. `told`: its rows are right but for those that fail by their number of cells, or a person is asked. */
async function outcomeOf({ bytes, header, rows }: PollutedFile): Promise<[Outcome, detail: string]> {
  const { key } = await storage.put(1, Readable.from(bytes.length > 0 ? [bytes] : []), 10_000_000)
  try {
    const head = await readFileHead(storage, { storage_key: key, type: 'csv', kind: null })
    const isAsked = head.reading_unsure || head.header_unsure
    const file = {
      type: 'csv',
      kind: null,
      storage_key: key,
      size: bytes.length,
      settings: head.settings,
    } as unknown as ClaimedFile
    const read = await allRows(file, head, true).catch((error) => {
      if (!(error instanceof NeedsRewriting)) throw error
      return allRows(file, head, false)
    })
    const fault = faultIn(head.header, read, header, rows)
    if (fault !== null) return [isAsked ? 'told' : 'wrong', fault]
    return [read.some((cells) => cells.length !== head.header.length) ? 'told' : 'right', '']
  } catch (error) {
    return ['refused', fileRefusalOf(error) instanceof ApiError ? fileRefusalOf(error).errorName : '']
  }
}

async function allRows(file: ClaimedFile, head: Awaited<ReturnType<typeof readFileHead>>, inPlace: boolean) {
  const rows: string[][] = []
  const notes = { ...noSheetNotes(), headers: 0, pages: 0 }
  for await (const batch of sourceBatches(storage, file, head, notes, inPlace)) rows.push(...batch.rows)
  return rows
}

/** Returns the first row of the right width that is none of the file's, or that there are too few. */
function faultIn(
  names: string[],
  read: string[][],
  header: readonly string[],
  rows: PollutedFile['rows'],
): string | null {
  if (names.join('\t') !== header.join('\t')) return `header ${JSON.stringify(names)}`
  const asked = rows.filter((row) => row !== null).map((row) => JSON.stringify(row.map((cell) => cell.trim())))
  let at = 0
  let ragged = 0
  for (const cells of read) {
    if (cells.length !== names.length) {
      // A row that swallowed others stands in the correction file with all of them.
      ragged += cells.join('').split('\n').length
      continue
    }
    const own = JSON.stringify(cells.map((cell) => cell.replace(/\r\n?/g, '\n').trim()))
    const found = asked.indexOf(own, at)
    if (found === -1) return `row ${own}`
    ragged -= found - at
    if (ragged < -rows.filter((row) => row === null).length) return `rows before ${own}`
    at = found + 1
  }
  return asked.length - at > Math.max(0, ragged) ? `${asked.length - at} rows lost` : null
}

test(`polluted files are read right, or refused or told by name (POLLUTION_SEED=${SEED})`, async () => {
  const count: Record<Outcome, number> = { right: 0, refused: 0, told: 0, wrong: 0 }
  const wrong: string[] = []
  for (const file of pollutedFiles(SEED)) {
    const [outcome, detail] = await outcomeOf(file)
    count[outcome]++
    if (outcome === 'wrong') wrong.push(`${file.name}: ${detail}`)
    if (process.env.POLLUTION_SHOW) console.log(outcome.padEnd(8), file.name, detail.slice(0, 150))
  }
  console.log(`seed ${SEED}: ${JSON.stringify(count)}`)
  expect(wrong).toEqual([])
})
