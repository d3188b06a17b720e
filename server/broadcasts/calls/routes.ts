import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { HOLDOUT_SHARE } from '@ruam/contract/broadcasts/effect.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { refuseInSandbox } from '../../access/stores/sandbox.ts'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { quotaOf } from '../../channels/accounts/quota.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Context } from '../../http/handler.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { messagesOf } from '../ab-test/texts.ts'
import { audienceOf } from '../audience/audience.ts'
import { closedAmong, refuseClosedPeople } from '../audience/closed-target.ts'
import { countAudience } from '../audience/count.ts'
import { excludedPage } from '../audience/excluded.ts'
import { countClicked } from '../audience/not-clicked.ts'
import { countUnsent } from '../audience/unsent.ts'
import { calendarOf } from '../calendar/calendar.ts'
import { effectOf } from '../effect/effect.ts'
import { listedEffects } from '../effect/listed.ts'
import { measuredIn, monthEffectOf } from '../effect/month.ts'
import { fieldsOfWords, refuseWords } from '../messages/word-fields.ts'
import {
  type BroadcastRow,
  deleteDraft,
  insertBroadcast,
  listBroadcasts,
  saveDraft,
  setState,
  type Written,
} from '../records/queries.ts'
import { notDraftError, stateError } from '../records/state-error.ts'
import { cancel, pauseByUser, resume, retry } from '../sending/actions.ts'
import { chooseByHand } from '../sending/choose-by-hand.ts'
import { requestApproval, scheduleBroadcast } from '../sending/schedule.ts'
import { countOrRefuse, requestToAll, scheduleToAll } from '../sending/to-all.ts'
import { settingsOf } from '../settings/queries.ts'
import { everyoneOf } from '../to-all/friends.ts'
import { checkWithLine } from './ask-line.ts'
import { writing } from './in-transaction.ts'
import { refuseApproval } from './may-approve.ts'
import { moveBroadcast } from './move.ts'
import { previewOf } from './preview.ts'
import { existing as found, locked as held, answerOf as shown } from './read.ts'
import { recipientsPage } from './recipients.ts'
import { statisticsOf } from './statistics.ts'
import { sendTest } from './test-send.ts'
import { viewSummaries } from './view.ts'
import {
  newTarget,
  othersOf,
  refuseClosedParts,
  refuseForeign,
  refuseIncomplete,
  repeatOf,
  restOf,
  withSent,
} from './written.ts'

/** Before LINE was asked for the first time. */
const uncounted = { limit: null, usage: 0, schedule: 0, at: null }

const emptyDraft = (purposeId: number | null): Written => ({
  name: '',
  channel_id: null,
  purpose_id: purposeId,
  target: newTarget,
  messages: [],
  quick_replies: [],
  stop_reply: true,
  send_at: null,
  time_zone: null,
  notification_disabled: false,
  holdout_share: HOLDOUT_SHARE,
  holdout_off_reason: null,
  repeats_id: null,
  link_tracking: 'clicks',
  ab_test: null,
})

type Acting = Pick<Context<typeof broadcasts.pause>, 'core' | 'db' | 'storeId' | 'user' | 'params' | 'audit'>

/** A call that locks a broadcast, changes its state and returns it. */
const acting =
  (act: (core: Core, db: Db, storeId: number, row: BroadcastRow) => Promise<void>) =>
  async ({ core, db, storeId, user, params: { id }, audit }: Acting) => {
    await act(core, db, storeId, await held(db, storeId, id))
    await audit('broadcast', id)
    return shown(core, db, storeId, user, id)
  }

type Update = Context<typeof broadcasts.update>
type BroadcastChange = Omit<Update, 'body' | 'params'> & {
  /** Without `origin_time` any version is changed. */
  body: Omit<Update['body'], 'id' | 'origin_time'> & { origin_time?: string | undefined }
}

/** Changes the parts of a draft that are sent, and schedules it if asked. Throws as the call does. */
export async function changeBroadcast(context: BroadcastChange, id: number) {
  const { core, storeId, user, body, request, fail, stale } = context
  const { status, origin_time, withdrawn, ...sent } = body
  const sends = status === 'pending'
  if (sends && !may(user.rights, 'cdp-core.broadcast.send'))
    throw fail('forbidden', { permission: 'cdp-core.broadcast.send' })
  const written = await inStore(core.pool, storeId, async (db) => {
    if (sends) await refuseInSandbox(db, storeId)
    const before = await found(db, storeId, id)
    await refuseForeign(db, storeId, user.rights, sent, messagesOf(before))
    const next = withSent(before, sent)
    if (sends) await refuseClosedParts(db, storeId, user.rights, next)
    return next
  })
  if (sends) {
    refuseIncomplete(written)
    await checkWithLine(core, storeId, written)
  }
  const counted = sends && isToAll(written.target) ? await countOrRefuse(core, storeId, written) : null
  return writing({ core, storeId, user, request }, 'broadcast_changed', async (db, act) => {
    const before = await held(db, storeId, id)
    if (before.status !== 'draft') throw notDraftError(before)
    // Without a version, what others have changed meanwhile stays.
    const next = origin_time === undefined ? withSent(before, sent) : written
    if (!(await saveDraft(db, storeId, user.id, { id, seen: origin_time ?? before.updated_at }, next)))
      throw stale(await shown(core, db, storeId, user, id))
    if (sends) {
      const row = await held(db, storeId, id)
      const { approval } = await settingsOf(db, storeId)
      if (counted) await requestToAll(db, storeId, row, { counted, withdrawn })
      else await (approval ? requestApproval(db, storeId, row) : scheduleBroadcast(core, db, storeId, row))
    }
    await act(id, { status })
    return shown(core, db, storeId, user, id)
  })
}

/** The calls of broadcasts. */
export const broadcastCalls = {
  async create({ core, db, storeId, user, body, audit }) {
    await refuseForeign(db, storeId, user.rights, body)
    const { purpose_id } = await settingsOf(db, storeId)
    const id = await insertBroadcast(db, storeId, user.id, withSent(emptyDraft(purpose_id), body))
    await audit('broadcast', id)
    return shown(core, db, storeId, user, id)
  },

  async list({ db, storeId, user, query, fail }) {
    if (query.label_id !== undefined && !may(user.rights, 'cdp-core.label.read'))
      throw fail('forbidden', { permission: 'cdp-core.label.read' })
    const { data, total } = await listBroadcasts(db, storeId, query)
    return { results: await viewSummaries(db, storeId, user, data), total }
  },

  get: ({ core, db, storeId, user, params }) => shown(core, db, storeId, user, params.id),

  update: ({ body: { id, ...body }, ...context }) => changeBroadcast({ ...context, body }, id),

  async delete({ db, storeId, params, audit }) {
    const row = await held(db, storeId, params.id)
    if (!(await deleteDraft(db, storeId, params.id))) throw notDraftError(row)
    await audit('broadcast', params.id)
  },

  async target({ db, storeId, user, body: { channel, target, purpose_id } }) {
    await refuseForeign(db, storeId, user.rights, { channel, purpose_id, target })
    if (isToAll(target)) {
      const everyone = await everyoneOf(db, storeId, { channelId: channel.channel_id, purposeId: purpose_id })
      return { total: everyone.counted ?? 0, target: everyone.counted ?? 0, exclusions: [], everyone }
    }
    const settings = await settingsOf(db, storeId)
    const audience = await audienceOf(db, storeId, { account: channel, target, purposeId: purpose_id, settings })
    if (!audience) return { total: 0, target: 0, exclusions: [], everyone: null }
    const { total, target: reached, exclusions } = await countAudience(db, audience.rows)
    return { total, target: reached, exclusions, everyone: null }
  },

  async excluded({ db, storeId, user, body: { channel, target, purpose_id, ...page } }) {
    await refuseClosedPeople(db, storeId, user.rights, target)
    await refuseForeign(db, storeId, user.rights, { channel, purpose_id, target })
    const settings = await settingsOf(db, storeId)
    const audience = await audienceOf(db, storeId, { account: channel, target, purposeId: purpose_id, settings })
    return audience ? excludedPage(db, storeId, channel.channel_id, audience.rows, page) : { results: [], total: 0 }
  },

  async preview({ db, storeId, user, body: { channel, target, purpose_id, field_ids } }) {
    await refuseClosedPeople(db, storeId, user.rights, target)
    await refuseForeign(db, storeId, user.rights, { channel, purpose_id, target })
    const settings = await settingsOf(db, storeId)
    const audience = await audienceOf(db, storeId, { account: channel, target, purposeId: purpose_id, settings })
    const fields = await fieldsOfWords(db, storeId, user.rights, field_ids)
    return audience ? previewOf(db, storeId, audience.rows, fields) : { people: [], counted: 0, fields: [] }
  },

  async usage({ db, storeId, body: { channel, send_at }, fail }) {
    const account = await lineAccountById(db, storeId, channel.channel_id)
    if (account?.type !== channel.type) throw fail('not_found')
    const at = send_at === null ? new Date(databaseNow()) : new Date(send_at)
    const known = await quotaOf(db, storeId, { channelId: account.id, month: lineMonth(at) })
    const { price, per_object } = await settingsOf(db, storeId)
    return { ...(known ?? uncounted), price, per_object }
  },

  async calendar({ core, storeId, query: { channel_id, month }, fail }) {
    const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channel_id))
    if (!account) throw fail('not_found')
    return calendarOf(core, storeId, { type: account.type as 'lineOA' | 'lineModule', id: account.id }, month)
  },

  move: moveBroadcast,

  async duplicate({ core, db, storeId, user, params, body, fail, audit }) {
    const row = await found(db, storeId, params.id)
    // Keeps its pictures from a purge of this moment.
    await refuseForeign(db, storeId, user.rights, { messages: messagesOf(row) }, messagesOf(row))
    const changed =
      body.to === 'target' ? repeatOf(row) : body.to === 'not_clicked' ? othersOf(row) : restOf(row, body.to === 'rest')
    if (body.to === 'not_clicked') {
      const clicked = await countClicked(db, storeId, row)
      if (!clicked) throw fail('clicks_closed')
      if (clicked.others === 0) throw fail('broadcast_nobody')
    } else if (changed.target) {
      const { unsent, held_out } = await countUnsent(db, storeId, row.id)
      if (unsent + (body.to === 'rest' ? held_out : 0) === 0) throw fail('broadcast_nobody')
    }
    const id = await insertBroadcast(db, storeId, user.id, withSent({ ...row, send_at: null }, changed))
    await audit('broadcast', id, { of: params.id })
    return shown(core, db, storeId, user, id)
  },

  async approve({ core, storeId, user, params: { id }, body: { version, withdrawn }, request }) {
    const before = await inStore(core.pool, storeId, async (db) => {
      const row = await found(db, storeId, id)
      await refuseClosedParts(db, storeId, user.rights, row)
      await refuseApproval(db, storeId, user, row)
      return row
    })
    if (before.sub_status !== 'awaiting_approval' || before.version !== version) throw stateError(before)
    await checkWithLine(core, storeId, before)
    const counted = isToAll(before.target) ? await countOrRefuse(core, storeId, before) : null
    return writing({ core, storeId, user, request }, 'broadcast_approved', async (db, act) => {
      const row = await held(db, storeId, id)
      await refuseApproval(db, storeId, user, row)
      if (row.status !== 'draft' || row.sub_status !== 'awaiting_approval' || row.version !== version)
        throw stateError(row)
      if (counted) await scheduleToAll(core, db, storeId, row, { counted, withdrawn })
      else await scheduleBroadcast(core, db, storeId, row)
      await setState(db, storeId, id, {
        approved_version: version,
        approved_by: user.id,
        approved_at: new Date(databaseNow()).toISOString(),
      })
      await act(id, { version, ...(counted && { friends: counted.line_friends, withdrawn: withdrawn ?? 0 }) })
      return shown(core, db, storeId, user, id)
    })
  },

  pause: acting((_, db, storeId, row) => pauseByUser(db, storeId, row)),
  resume: acting(resume),
  cancel: acting((_, db, storeId, row) => cancel(db, storeId, row)),
  retry: acting(retry),

  async winner({ core, db, storeId, user, params: { id }, body: { choice }, audit }) {
    await chooseByHand(core, db, storeId, await held(db, storeId, id), { choice, userId: user.id })
    await audit('broadcast', id, { choice })
    return shown(core, db, storeId, user, id)
  },

  async test({ core, storeId, user, params: { id }, request }) {
    const row = await inStore(core.pool, storeId, async (db) => {
      await refuseInSandbox(db, storeId)
      const draft = await found(db, storeId, id)
      await refuseWords(db, storeId, user.rights, messagesOf(draft))
      return draft
    })
    refuseIncomplete(row)
    await checkWithLine(core, storeId, row)
    const sent = await sendTest(core, storeId, row)
    return writing({ core, storeId, user, request }, 'broadcast_tested', async (_db, act) => {
      await act(id, { sent })
      return { sent }
    })
  },

  async statistics({ core, storeId, params: { id } }) {
    const row = await inStore(core.pool, storeId, (db) => found(db, storeId, id))
    return statisticsOf(core, storeId, row)
  },

  async effect({ db, storeId, user, params: { id } }) {
    const row = await found(db, storeId, id)
    // Sums of a closed segment's members would tell more than their number.
    await refuseClosedPeople(db, storeId, user.rights, row.target)
    return effectOf(db, storeId, row)
  },

  async effects({ db, storeId, user, query: { ids } }) {
    const results = await listedEffects(db, storeId, user.rights, ids)
    return { results, as_of: new Date(databaseNow()).toISOString() }
  },

  async monthEffect({ db, storeId, user, query: { month } }) {
    const rows = await measuredIn(db, storeId, month)
    const targets = rows.map(({ target }) => target)
    const closed = await closedAmong(db, storeId, user.rights, targets)
    return monthEffectOf(
      db,
      storeId,
      rows.filter((_, index) => !closed[index]),
    )
  },

  async recipients({ db, storeId, user, params: { id }, query }) {
    const { target } = await found(db, storeId, id)
    await refuseClosedPeople(db, storeId, user.rights, target)
    return recipientsPage(db, storeId, id, query)
  },
} satisfies Handlers<typeof broadcasts>

export const broadcastRoutes = implement(broadcasts, broadcastCalls)
