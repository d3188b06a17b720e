import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import { runOfLines } from '../../formats/files/header.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import type { Core } from '../../servers/core.ts'
import { storeContactsAlone, storeDistrusted } from '../data-sources/run-states.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { asItIs } from '../mended/cells.ts'
import { distrustedKeys } from './distrusted-keys.ts'
import { earlierRuns } from './earlier-runs.ts'
import type { ReadingOptions } from './field-readers.ts'
import { holdersOf } from './lookup.ts'
import type { Plan } from './plan.ts'
import { type SurveyReading, surveyFile } from './survey.ts'
import { onceSurveyed } from './survey-memory.ts'
import { step } from './write-batch.ts'

interface Surveying {
  options: ReadingOptions
  run: RunRow
  file: StoredFile
  plan: Plan
}

/** Completes a plan with what the whole file and the store show: filler dates, contacts of many people, keys that contradict. */
export async function surveyed(
  core: Core,
  reader: pg.ClientBase,
  storeId: number,
  { run, file, plan, options }: Surveying,
  reading: SurveyReading,
): Promise<Plan> {
  const make = () => surveyFile(core.storage, file, run.total, plan, reading)
  const inputs = { storeId, file, rows: run.total, plan, options }
  // Mended cells are no part of the file, and orders are surveyed apart.
  const isKept = reading.mend === asItIs && !plan.activity?.lines
  const survey = isKept ? await onceSurveyed(inputs, make) : await make()
  const { fillerDays, commonContacts, divided, several, contactsAlone, sample } = survey
  return step(reader, storeId, async (db) => {
    if (plan.traits.birthDates.length > 0) for (const day of await storedFillers(db, storeId)) fillerDays.add(day)
    if (contactsAlone) await storeContactsAlone(db, storeId, run, contactsAlone)
    const traits = { ...plan.traits, fillerDays, commonContacts, divided, several }
    const informed = { ...plan, traits }
    const left = file.columns.some((column) => runOfLines(column) !== undefined)
    const found = run.distrusted_keys ?? (left ? await distrustedBefore(db, storeId, file) : await lookAt(informed))
    const distrusted = new Set(plan.keys.filter((key) => found.includes(plan.fields[key]!.field.id)))
    return { ...informed, traits: { ...traits, distrusted } }

    async function lookAt(informed: Plan): Promise<number[]> {
      const keys = await distrustedKeys(informed, sample, (key, texts) => holdersOf(reader, storeId, plan, key, texts))
      const ids = keys.map((key) => plan.fields[key]!.field.id)
      await storeDistrusted(db, storeId, run, ids)
      return ids
    }
  })
}

/** Returns the keys that the runs of a correction file distrusted: the rows it was left are no sample of the whole file. */
async function distrustedBefore(db: Db, storeId: number, { columns }: StoredFile): Promise<number[]> {
  const runs = await earlierRuns(db, storeId, columns)
  if (runs.length === 0) return []
  const rows = await db
    .selectFrom('run')
    .select('distrusted_keys')
    .where('store_id', '=', storeId)
    .where('id', 'in', runs)
    .execute()
  return [...new Set(rows.flatMap(({ distrusted_keys }) => distrusted_keys ?? []))]
}

/** People whose birth dates are counted: enough to see a date that fills one in a hundred. */
const COUNTED = 50_000

async function storedFillers(db: Db, storeId: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with dated as materialized (
      select birth_date from profile where store_id = ${storeId} and birth_date is not null and deleted_at is null and merged_into is null limit ${COUNTED})
    select birth_date::text as day from dated group by birth_date
    having count(*) >= 10 and count(*) * 100 >= (select count(*) from dated)`.execute(db)
  return rows.map(({ day }) => day)
}
