import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { audit } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import { implement } from '../../http/implement.ts'
import { allAccounts } from '../accounts/queries.ts'
import { replayEvents } from '../inbox/set-aside.ts'
import { graphRange, logTimescaleOf } from './graph.ts'
import { countCallers, countLog, findLogEntry, hasLogEntry, type LogRow, searchLog } from './queries.ts'

const viewEntry = ({ profile_id, profile_name, answer_name, answer_outcome, ...row }: LogRow) => ({
  ...row,
  answer: answer_outcome === null ? null : { name: answer_name, outcome: answer_outcome },
  profile: profile_id === null ? null : { id: profile_id, name: profile_name ?? '' },
})

export const onlineLogRoutes = implement(onlineLog, {
  async graph({ db, storeId, query }) {
    const { timescale, timezone, ...asked } = query
    const filter = await inInstants(db, storeId, asked)
    const { from, to } = graphRange(filter.from, filter.to)
    const scale = logTimescaleOf(from, to, timescale)
    const zone = timezone ?? (await timeZoneOf(db, storeId))
    const bars = await countLog(db, storeId, { ...filter, from, to }, scale, zone)
    const series = (name: 'in' | 'out' | 'failed', column: 'came' | 'went' | 'failed') => ({
      name,
      total: bars.reduce((sum, bar) => sum + bar[column], 0),
      values: bars.map((bar) => ({ time: bar.time, value: bar[column] })),
    })
    return {
      timescale: scale,
      from,
      to,
      series: [series('in', 'came'), series('out', 'went'), series('failed', 'failed')],
    }
  },

  async search({ db, storeId, query }) {
    const { rows, total } = await searchLog(db, storeId, await inInstants(db, storeId, query))
    const capped = total > COUNT_CAP
    return {
      ...pageAnswer({ ...query, sort_by: 'time' }, rows.map(viewEntry), Math.min(total, COUNT_CAP)),
      ...(capped && { total_capped: true }),
    }
  },

  async callers({ db, storeId, query }) {
    return { data: await countCallers(db, storeId, await inInstants(db, storeId, query)) }
  },

  async lineChannels({ db, storeId, query }) {
    const accounts = [...(await allAccounts(db, storeId, 'lineOA')), ...(await allAccounts(db, storeId, 'lineModule'))]
    return { data: query.limit > 0 ? accounts.slice(0, query.limit) : accounts }
  },

  // Pages come with the Facebook accounts.
  async facebookChannels({ db, storeId, query }) {
    const pages = await db
      .selectFrom('channel')
      .select(['id', 'name', 'basic_id'])
      .where('store_id', '=', storeId)
      .where('type', '=', 'facebook')
      .orderBy('name')
      .orderBy('id')
      .execute()
    return { data: query.limit > 0 ? pages.slice(0, query.limit) : pages }
  },

  async replay({ core, db, storeId, body, fail, audit }) {
    const ids = await replayEvents(db, storeId, body.ids)
    if (ids.length === 0)
      throw fail(body.ids && !(await hasLogEntry(db, storeId, body.ids)) ? 'not_found' : 'nothing_set_aside')
    await audit('online_log', ids[0]!, { events: ids.length })
    await core.jobs.enqueue(db, 'ingest', { store_id: storeId }, { once: true })
    return { replaying: ids.length }
  },

  async get({ core, storeId, user, params, request, fail }) {
    return inStore(core.pool, storeId, async (db, client) => {
      await client.query(requestOrigin(request))
      const entry = await findLogEntry(db, storeId, params.id)
      if (!entry) throw fail('not_found')
      const { payload, ...row } = entry
      const shown = may(user.rights, 'cdp-core.profile-sensitive.read')
      if (shown && payload !== null) {
        user.trace.note(null, null)
        await audit(db, storeId, user, request.id, {
          action: 'online_log_read',
          subject_type: 'online_log',
          subject_id: params.id,
        })
      }
      return { ...viewEntry(row), payload: shown ? payload : null, payload_hidden: !shown && payload !== null }
    })
  },
})
