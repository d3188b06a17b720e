import { stepsOf } from '@ruam/contract/automations/definition.ts'
import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { labelNamesById } from '../../customers/labels/queries.ts'
import { closedFields, fieldClosed } from '../../customers/profiles/closed.ts'
import { lockForQueuedJob } from '../../customers/profiles/lock.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import { nameOfPerson } from '../../customers/segments/people.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Context } from '../../http/handler.ts'
import { implement } from '../../http/implement.ts'
import { startJob } from '../../jobs/start.ts'
import { draftToMessaged } from '../messages/apology.ts'
import { maySeePeople } from '../rules/closed.ts'
import { countNotes, countUndo, peopleOfLine } from '../undo/preview.ts'
import { countEvents, countSent, insertUndo, undoStateOf } from '../undo/queries.ts'
import { countReached } from '../undo/scope.ts'
import { eventsFile } from './events-file.ts'
import { waitingAt } from './figures.ts'
import { existing, locked } from './read.ts'
import { readStepNames } from './step-names.ts'
import { stop } from './stop.ts'

type Asking = Pick<Context<typeof automationUndo.preview>, 'db' | 'storeId' | 'user' | 'language'>

/** Taking automations back. */
export const automationUndoRoutes = implement(automationUndo, {
  preview: (context) => previewOf(context, context.params.id),

  async people({ db, storeId, user, params: { id }, query, fail }) {
    await existing(db, storeId, id)
    const isClosed = query.what === 'value' && (await closedTo({ db, storeId, user })).has(query.of ?? 0)
    if (isClosed || !(await mayList({ db, storeId, user }, id))) throw fieldClosed()
    if (query.what !== 'note' && query.of === undefined) throw fail('invalid_input')
    const people = await peopleOfLine(db, storeId, id, { what: query.what, of: query.of ?? 0 })
    const page = people.slice(query.offset, query.offset + rowsOf(query.limit))
    const names = await namesOf(
      db,
      storeId,
      page.map((one) => one.id),
    )
    const data = page.map(({ id, goes_back }) => ({ profile: { id, name: names.get(id) ?? '' }, goes_back }))
    return pageAnswer(query, data, people.length)
  },

  async start({ core, db, storeId, user, language, params: { id }, body, stale, fail, audit }) {
    const { origin_time, notes } = body
    const row = await locked(db, storeId, id)
    const before = await previewOf({ db, storeId, user, language }, id)
    if (Date.parse(row.updated_at) !== Date.parse(origin_time)) throw stale(before)
    if (before.job_id !== null) throw fail('automation_undo_running')
    const closed = await closedTo({ db, storeId, user })
    if (body.fields.some((field) => closed.has(field))) throw fieldClosed()
    const labels = before.labels.filter((one) => body.labels.includes(one.id))
    const values = before.values.filter((one) => body.fields.includes(one.id))
    const people =
      labels.reduce((sum, one) => sum + one.removed + one.returned, 0) + values.reduce((sum, one) => sum + one.back, 0)
    if (people + (notes ? before.notes.open : 0) === 0) throw fail('automation_undo_nothing')
    await lockForQueuedJob(db, storeId)
    if (row.status !== 'stopped') await stop(db, storeId, row)
    const chosen = { labels: labels.map((one) => one.id), fields: values.map((one) => one.id), notes }
    const job_id = await startJob(core, db, storeId, user, {
      kind: 'automation_undo',
      request: { automation: id, ...chosen },
      total: await countReached(db, storeId, { automationId: id, notes }),
    })
    await insertUndo(db, storeId, { automationId: id, jobId: job_id, ...chosen })
    await audit('automation', id, {
      ...{ job_id, labels: chosen.labels.join(','), fields: chosen.fields.join(','), notes },
    })
    return { job_id }
  },

  async draftMessage({ db, storeId, user, language, params: { id }, fail, audit }) {
    const { name } = await existing(db, storeId, id)
    const draft = language === 'th' ? `ชี้แจงเรื่อง ${name}` : `About ${name}`
    const broadcast_id = await draftToMessaged(db, storeId, user.id, { automationId: id, name: draft.slice(0, 200) })
    if (broadcast_id === undefined) throw fail('broadcast_nobody')
    await audit('broadcast', broadcast_id)
    return { broadcast_id }
  },

  async events({ core, db, storeId, user, language, params: { id }, fail, audit }) {
    const row = await existing(db, storeId, id)
    if (!(await mayList({ db, storeId, user }, id))) throw fieldClosed()
    const { name } = await readStepNames(db, storeId, [id], { language, sight: Sight.of(user) })
    if ((await countEvents(db, storeId, id)).length === 0) throw fail('not_found')
    await audit('automation', id)
    return eventsFile(core, storeId, row, name, language)
  },
})

async function previewOf({ db, storeId, user, language }: Asking, id: number) {
  const row = await existing(db, storeId, id)
  const counted = await countUndo(db, storeId, id)
  const labelNames = await labelNamesById(
    db,
    storeId,
    counted.labels.map((one) => one.id),
  )
  const fields = await fieldsOf(db, storeId, language)
  const closed = closedFields(user.rights, fields)
  const waiting = await waitingAt(db, storeId, id)
  return {
    on_the_way: waiting.reduce((sum, { people }) => sum + people, 0),
    labels: counted.labels.flatMap((one) => {
      const label = labelNames.get(one.id)
      return label === undefined ? [] : [{ ...one, name: label }]
    }),
    values: counted.values.flatMap((one) => {
      const field = fields.find((other) => other.id === one.id)
      if (!field) return []
      const isClosed = closed.has(one.id)
      return [{ ...one, ...(isClosed && { back: 0, kept: 0 }), name: field.display_name, closed: isClosed }]
    }),
    notes: await countNotes(db, storeId, id),
    messages: await countSent(db, storeId, id),
    events: await eventsOf({ db, storeId, user, language }, id),
    hidden: !(await mayList({ db, storeId, user }, id)),
    updated_at: row.updated_at,
    ...(await undoStateOf(db, storeId, id)),
  }
}

/** Events by the program that was told. */
async function eventsOf({ db, storeId, user, language }: Asking, id: number) {
  const { versions, name } = await readStepNames(db, storeId, [id], { language, sight: Sight.of(user) })
  const events = new Map<number, { webhook_id: number; name: string | null; events: number }>()
  for (const { version, step, events: more } of await countEvents(db, storeId, id)) {
    const steps = stepsOf(versions.find((one) => one.version === version)?.definition.steps ?? [])
    const event = steps.find((one) => one.id === step)
    if (event?.kind !== 'event') continue
    const { webhook_id } = event
    const program = name({ automation_id: id, version, step })?.name ?? null
    events.set(webhook_id, { webhook_id, name: program, events: (events.get(webhook_id)?.events ?? 0) + more })
  }
  return [...events.values()]
}

type Reading = Pick<Asking, 'db' | 'storeId' | 'user'>

const closedTo = async ({ db, storeId, user }: Reading) => closedFields(user.rights, await fieldsOf(db, storeId, 'th'))

/** True if the caller may see the customers of an automation. */
const mayList = async ({ db, storeId, user }: Reading, id: number) =>
  may(user.rights, 'cdp-core.profile.read') && (await maySeePeople(db, storeId, id, user.rights))

async function namesOf(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('profile')
    .select(['id', nameOfPerson.as('name')])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
