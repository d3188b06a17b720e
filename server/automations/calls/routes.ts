import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { pauseSets } from '../../broadcasts/records/automation-sets.ts'
import { settingsOf } from '../../broadcasts/settings/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { resumeMessages } from '../messages/sets.ts'
import {
  type AutomationRow,
  automationLimit,
  deleteAutomation,
  insertAutomation,
  listAutomations,
  saveDraft,
  setState,
} from '../records/queries.ts'
import { conflictsOf } from '../rules/conflicts.ts'
import { readDefinition } from '../rules/written.ts'
import { figuresOf } from './figures.ts'
import { answerOf, existing, locked } from './read.ts'
import { resume, startApproved, startNumbers, startOrRequest } from './start.ts'
import { stop } from './stop.ts'
import { viewSummaries } from './view.ts'

const emptyDefinition: Definition = {
  ...{ trigger: null, repeat: { kind: 'once' }, channel_id: null, steps: [], exit: null },
  ...{ group: null, imports: false, holdout: null },
}

const baseNames = { th: 'การทำงานอัตโนมัติ', en: 'Automation' }

export const automationRoutes = implement(automations, {
  async list({ db, storeId, user, query }) {
    const { data, total } = await listAutomations(db, storeId, query)
    const results = await viewSummaries(db, storeId, user, data)
    const figures = [...(await figuresOf(db, storeId)).values()]
    const { price } = await settingsOf(db, storeId)
    const messages = figures.reduce((sum, one) => sum + one.messages, 0)
    return {
      results,
      total,
      on_the_way: figures.reduce((sum, one) => sum + one.on_the_way, 0),
      messages,
      baht: price === null ? null : Math.round(messages * price * 100) / 100,
      conflicts: await conflictsOf(db, storeId),
    }
  },

  async create({ db, storeId, user, language, body: { name, definition, copy_of }, fail, audit }) {
    const copied = copy_of === null ? undefined : await existing(db, storeId, copy_of)
    const sent = definition ?? copied?.definition ?? emptyDefinition
    const written = await readDefinition(db, storeId, user.rights, sent, undefined)
    const id = await insertAutomation(db, storeId, {
      ...{ userId: user.id, name, base: copied?.name ?? baseNames[language], definition: written },
    })
    if (id === undefined) throw fail('automation_limit', automationLimit)
    await audit('automation', id, copy_of === null ? {} : { of: copy_of })
    return answerOf(db, storeId, user, id)
  },

  get: ({ db, storeId, user, params: { id } }) => answerOf(db, storeId, user, id),

  async update({ db, storeId, user, params: { id }, body, stale, audit }) {
    const before = await existing(db, storeId, id)
    const definition = body.definition
      ? await readDefinition(db, storeId, user.rights, body.definition, before.definition)
      : before.definition
    const draft = {
      id,
      seen: body.origin_time,
      name: body.name ?? before.name,
      place: body.place ?? before.place,
      definition,
    }
    if (!(await saveDraft(db, storeId, user.id, draft))) throw stale(await answerOf(db, storeId, user, id))
    await audit('automation', id)
    return answerOf(db, storeId, user, id)
  },

  async delete({ db, storeId, params: { id }, fail, audit }) {
    await existing(db, storeId, id)
    if (!(await deleteAutomation(db, storeId, id))) throw fail('automation_state')
    await audit('automation', id)
  },

  async startNumbers({ db, storeId, user, params: { id } }) {
    return startNumbers(db, storeId, user.rights, await existing(db, storeId, id))
  },

  async start({ core, db, storeId, user, params: { id }, body: { origin_time, ...choice }, stale, audit }) {
    const row = await locked(db, storeId, id)
    if (Date.parse(row.updated_at) !== Date.parse(origin_time)) throw stale(await answerOf(db, storeId, user, id))
    await startOrRequest(db, storeId, user, row, choice)
    await resumeIfStarted(core, db, storeId, row)
    await audit('automation', id, { edition: row.edition, ...choice })
    return answerOf(db, storeId, user, id)
  },

  async approve({ core, db, storeId, user, params: { id }, body: { edition }, fail, audit }) {
    const row = await locked(db, storeId, id)
    if (row.pending_start === null || row.edition !== edition) throw fail('automation_state')
    if (row.author_ids.includes(user.id)) throw fail('automation_own_approval')
    await startApproved(db, storeId, user.id, row)
    await resumeIfStarted(core, db, storeId, row)
    await audit('automation', id, { edition })
    return answerOf(db, storeId, user, id)
  },

  async pause({ db, storeId, user, params: { id }, fail, audit }) {
    const row = await locked(db, storeId, id)
    if (row.status !== 'active') throw fail('automation_state')
    const paused_at = new Date(databaseNow()).toISOString()
    await setState(db, storeId, id, { status: 'paused', reason: 'user', paused_at })
    await pauseSets(db, storeId, id)
    await audit('automation', id)
    return answerOf(db, storeId, user, id)
  },

  async resume({ core, db, storeId, user, params: { id }, audit }) {
    await resume(db, storeId, user, await locked(db, storeId, id))
    await resumeMessages(core, db, storeId, id)
    await audit('automation', id)
    return answerOf(db, storeId, user, id)
  },

  async stop({ db, storeId, user, params: { id }, fail, audit }) {
    const row = await locked(db, storeId, id)
    if (row.status === 'draft' || row.status === 'stopped') throw fail('automation_state')
    const people = await stop(db, storeId, row)
    await audit('automation', id, { people })
    return answerOf(db, storeId, user, id)
  },
})

/** Sends on the messages of an automation that was paused and is at work again. */
async function resumeIfStarted(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  { id, status }: AutomationRow,
): Promise<void> {
  if (status === 'paused' && (await existing(db, storeId, id)).status === 'active')
    await resumeMessages(core, db, storeId, id)
}
