import type { segments } from '@ruam/contract/customers/segments.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { pageAnswer } from '../../database/page.ts'
import type { Handlers } from '../../http/implement.ts'
import { findLabel, updateLabel } from '../labels/queries.ts'
import { evaluationsOf } from '../membership/evaluations.ts'
import { lockRules } from '../membership/lock-rules.ts'
import { setMembersVisible } from '../membership/segments.ts'
import { sizesOf, weekOf } from '../membership/sizes.ts'
import { startCalculationOf } from '../membership/start.ts'
import { closedTo } from '../profiles/closed.ts'
import { totalProfiles } from '../profiles/queries.ts'
import { estimate } from './estimate-call.ts'
import { segmentFiguresOf } from './figures.ts'
import { newestAlone } from './newest-alone.ts'
import { assertRuleComplete, readSegmentRule, storedRule } from './read-rule.ts'
import { refuseClosedMembers, segmentOf } from './segment-of.ts'
import { spendOf } from './spend.ts'
import { viewLabel } from './view.ts'

/** The calls about the rule of a segment, and what it means. */
export const ruleCalls = {
  async setMembersVisible({ db, storeId, user, language, params: { id }, body: { value }, fail, audit }) {
    if (!hasRole(user.rights, OWNER)) throw fail('forbidden', { permission: OWNER })
    await segmentOf(db, storeId, id)
    if (!(await setMembersVisible(db, storeId, id, value))) throw fail('not_found')
    await audit('label', id, { members_visible: value })
    return viewLabel(db, storeId, { rights: user.rights, language }, (await findLabel(db, storeId, id))!)
  },

  async setAutoApply({ core, db, storeId, user, language, params: { id }, body: { value }, fail, audit }) {
    await lockRules(db, storeId)
    const known = await findLabel(db, storeId, id)
    if (known?.type !== 'advanced' && value) throw fail(known ? 'label_without_rule' : 'not_found')
    if (value) await assertRuleComplete(db, storeId, known!.segment_rule)
    const label = await updateLabel(db, storeId, id, { auto_apply_enabled: value })
    if (!label) throw fail('not_found')
    if (value && !known?.auto_apply_enabled) await startCalculationOf(core, db, storeId, id, user)
    await audit('label', id, { auto_apply_enabled: value })
    return viewLabel(db, storeId, { rights: user.rights, language }, (await findLabel(db, storeId, id))!)
  },

  estimate,

  async estimateSpend({ db, storeId, user, language, body: { segment_rule } }) {
    const rule = storedRule(segment_rule)
    const context = await readSegmentRule(db, storeId, { rights: user.rights, language }, rule)
    const total = await totalProfiles(db, storeId)
    return newestAlone(db, user.id, async () => ({ spend: await spendOf(db, rule, context, { total }) }))
  },

  async calculate({ core, db, storeId, user, params: { id }, audit }) {
    const { rule } = await segmentOf(db, storeId, id)
    await assertRuleComplete(db, storeId, rule)
    const job_id = await startCalculationOf(core, db, storeId, id, user)
    await audit('label', id, { job: job_id })
    return { job_id }
  },

  async size({ db, storeId, user, params: { id }, query, fail }) {
    if (!(await findLabel(db, storeId, id))) throw fail('not_found')
    const data = await sizesOf(db, storeId, id, await inInstants(db, storeId, query))
    const closed = (await closedTo(db, storeId, user.rights)).segments.has(id)
    return { data, week: closed ? null : await weekOf(db, storeId, id) }
  },

  async figures({ db, storeId, user, params: { id }, fail }) {
    const label = await findLabel(db, storeId, id)
    if (!label) throw fail('not_found')
    // A purchase that raises the sum would tell who is a member.
    if ((await closedTo(db, storeId, user.rights)).segments.has(id)) return { exact: true, line: null, spent: null }
    return segmentFiguresOf(db, storeId, label)
  },

  async evaluations({ db, storeId, user, params: { id }, query }) {
    await refuseClosedMembers(db, storeId, user.rights, id)
    const page = { offset: query.offset, limit: rowsOf(query.limit) }
    const { data, total } = await evaluationsOf(db, storeId, id, page)
    return pageAnswer({ ...query, sort_by: 'started_at', sort_dir: 'desc' }, data, total)
  },
} satisfies Partial<Handlers<typeof segments>>
