import { rehearsalJobs } from '@ruam/contract/automations/rehearsal.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type Db, inStore } from '../../database/db.ts'
import { defineJobs, type JobContext } from '../../jobs/define.ts'
import type { JobRow } from '../../jobs/queries.ts'
import { jobNamesOf, type TitleFill } from '../../jobs/titles.ts'
import { figuresOf } from './figures.ts'
import { deletePeople, eachPage, insertPeople } from './people.ts'
import type { Days } from './period.ts'
import { saveFigures } from './queries.ts'
import { type Draft, holdoutOf, rehearse } from './rehearse.ts'

interface RehearsalRequest extends Days {
  automation_id: number
  edition: number
  months: number
}

/** Milliseconds between two reports of progress. */
const REPORT_MS = 1000
const MONTHS_OF_YEAR = 12
const DAY_MS = 86_400_000

/** Returns the draft as it was when its rehearsal began; undefined if the automation was deleted or another rehearsal replaced it. */
async function draftOf(db: Db, storeId: number, jobId: number): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('automation_rehearsal as r')
    .innerJoin('automation as a', (join) =>
      join.onRef('a.store_id', '=', 'r.store_id').onRef('a.id', '=', 'r.automation_id'),
    )
    .select(['r.automation_id', 'a.name', 'r.definition', 'a.place'])
    .where('r.store_id', '=', storeId)
    .where('r.job_id', '=', jobId)
    .executeTakeFirst()
  const definition = row?.definition
  return row && definition ? { ...row, definition } : undefined
}

/** Rehearses a draft and keeps the result. */
async function rehearseDraft(context: JobContext<RehearsalRequest>): Promise<object | undefined> {
  const { core, storeId, job } = context
  const { request } = job
  const draft = await inStore(core.pool, storeId, (db) => draftOf(db, storeId, job.id))
  if (!draft) return undefined
  const chosen = holdoutOf(draft.definition, null)
  if (chosen !== null) {
    await keep(context, draft, { holdout: chosen })
    return undefined
  }
  const usual = (ofYear: number) => holdoutOf(draft.definition, ofYear)!
  const ofYear = (entered: number) => (entered * MONTHS_OF_YEAR) / request.months
  // A guess that is mostly right, for the entries are not known before.
  const guess = usual(await inStore(core.pool, storeId, (db) => customersOf(db, storeId)))
  const isOther = (entered: number) => usual(ofYear(entered)) !== guess
  const isKept = await keep(context, draft, { holdout: guess, unless: isOther })
  if (!isKept) await keep(context, draft, { holdout: guess === 0 ? usual(Number.POSITIVE_INFINITY) : 0, passes: 2 })
  return undefined
}

async function customersOf(db: Db, storeId: number): Promise<number> {
  const row = await db.selectFrom('profile_total').select('live').where('store_id', '=', storeId).executeTakeFirst()
  return row?.live ?? 0
}

interface Choice {
  holdout: number
  /** Returns true if so many entries make another holdout due: nothing is kept then. */
  unless?: (entered: number) => boolean
  /** Passes of the days, with this one. */
  passes?: number
}

/** Rehearses a draft and keeps its figures and people, unless its entries make another holdout due. Returns false then. */
async function keep(
  { core, storeId, job, block, signal }: JobContext<RehearsalRequest>,
  draft: Draft,
  { holdout, unless, passes = 1 }: Choice,
): Promise<boolean> {
  const { request } = job
  const total = Math.round((Date.parse(request.to) - Date.parse(request.from)) / DAY_MS) + 1
  let reported = { days: 0, at: performance.now() }
  await block(async (db) => {
    await deletePeople(db, storeId, request)
    return { total: total * passes, midway: true }
  })
  const figures = await rehearse(core, storeId, draft, request, {
    holdout,
    async passed(days) {
      signal.throwIfAborted()
      if (performance.now() - reported.at < REPORT_MS) return
      const done = days - reported.days
      reported = { days, at: performance.now() }
      await block(async () => ({ done, midway: true }))
    },
    async read(rehearsed) {
      const counted = await figuresOf(rehearsed, request)
      if (unless?.(counted.entered)) return null
      await eachPage(rehearsed, (rows, first) =>
        block(async (db) => {
          await insertPeople(db, storeId, request, rows, first)
          return { midway: true }
        }),
      )
      return counted
    },
  })
  await block(async (db) => {
    if (figures) await saveFigures(db, storeId, job.id, figures)
    return { done: total - reported.days, changed: figures?.entered ?? 0, midway: true }
  })
  return figures !== null
}

async function titles(db: Db, storeId: number, jobs: JobRow[], language: Language): Promise<TitleFill[]> {
  const ids = jobs.map(({ request }) => (request as unknown as RehearsalRequest).automation_id)
  const rows = await db
    .selectFrom('automation')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.map((id) => ({ words: { names: jobNamesOf(names, [id], language) } }))
}

export const rehearsalWorks = defineJobs(rehearsalJobs, {
  automation_rehearse: {
    work: rehearseDraft,
    titles,
    about: async (_db, _storeId, { request }) => ({
      automation_id: (request as unknown as RehearsalRequest).automation_id,
    }),
  },
})
