import type { segments } from '@ruam/contract/customers/segments.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { Context } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import {
  countTypes,
  deleteLabel,
  findLabel,
  insertLabel,
  labelNameExists,
  listLabels,
  updateLabel,
} from '../labels/queries.ts'
import { dependenciesOf, dependency } from '../membership/dependencies.ts'
import { faultsIn } from '../membership/faults.ts'
import { lockRules } from '../membership/lock-rules.ts'
import { revalidateRules } from '../membership/revalidate.ts'
import { markStale, saveDependencies, setMembersVisible } from '../membership/segments.ts'
import { startCalculation } from '../membership/start.ts'
import { normalizeRule, type StoredRule } from '../membership/stored-rule.ts'
import { refuseClosed } from '../profiles/closed.ts'
import { ruleContext } from '../rules/context.ts'
import { readLabel, readLabelChange } from './read-label.ts'
import { checkCircle, readSegmentRule, sameRule, storedRule } from './read-rule.ts'
import { segmentOf } from './segment-of.ts'
import { isUsed, usageOf } from './usage.ts'
import { viewLabel, viewLabels } from './view.ts'

/** The calls of all labels, general and advanced. */
export const labelCalls = {
  async list({ db, storeId, query, user, language }) {
    const { data, total } = await listLabels(db, storeId, await inInstants(db, storeId, query))
    const shown = await viewLabels(db, storeId, { rights: user.rights, language }, data)
    return pageAnswer({ ...query, sort_dir: query.sort_direction }, shown, total)
  },

  nameAvailable: async ({ db, storeId, query }) => ({
    exists: await labelNameExists(db, storeId, canonicalText(query.keyword)),
  }),

  async create({ core, db, storeId, user, language, body: { type, segment_rule, ...written }, fail, audit }) {
    const reader = { rights: user.rights, language }
    const label = readLabel(written)
    if (type === 'general' && segment_rule) throw fail('label_type_invalid')
    if (type === 'advanced' && !segment_rule) throw fail('label_invalid', { fields: ['body.segment_rule'] })
    if (!segment_rule) {
      const id = await insertLabel(db, storeId, user.id, label)
      await audit('label', id)
      return viewLabel(db, storeId, reader, (await findLabel(db, storeId, id))!)
    }
    await lockRules(db, storeId)
    const rule = storedRule(segment_rule)
    const { auto_apply_enabled } = segment_rule
    const { fields } = await readSegmentRule(db, storeId, reader, rule)
    const id = await insertLabel(db, storeId, user.id, label, { auto_apply_enabled, segment_rule: rule })
    await saveDependencies(db, storeId, id, dependenciesOf(rule, fields))
    if (auto_apply_enabled) await calculate(core, db, storeId, id, user)
    await audit('label', id)
    return viewLabel(db, storeId, reader, (await findLabel(db, storeId, id))!)
  },

  async types({ db, storeId }) {
    const data = await countTypes(db, storeId)
    return { data, total: data.reduce((sum, { total }) => sum + total, 0) }
  },

  async get({ db, storeId, params, user, language, fail }) {
    const label = await findLabel(db, storeId, params.id)
    if (!label) throw fail('not_found')
    return viewLabel(db, storeId, { rights: user.rights, language }, label)
  },

  /** Without a description it becomes empty: a label is saved as a whole. */
  update: ({ body, ...context }) =>
    changeLabel({ ...context, body: { ...body, description: body.description ?? body.note ?? '' } }),

  async delete({ core, db, storeId, params: { id }, query, user, fail, audit }) {
    await lockRules(db, storeId)
    const label = await findLabel(db, storeId, id)
    if (!label) throw fail('not_found')
    const usage = await usageOf(db, storeId, user.id, id)
    if (isUsed(usage) && query.confirm !== 'true') throw fail('label_in_use', { ...usage })
    if (!(await deleteLabel(db, storeId, id))) throw fail('not_found')
    await revalidateRules(core, db, storeId, [dependency.label(id)])
    await audit('label', id, { people: label.target_count })
  },

  async setDisplay({ db, storeId, user, language, params: { id }, body: { value }, fail, audit }) {
    const label = await updateLabel(db, storeId, id, { display_enabled: value })
    if (!label) throw fail('not_found')
    await audit('label', id, { display_enabled: value })
    return viewLabel(db, storeId, { rights: user.rights, language }, label)
  },

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
    if (value) await checkWhole(db, storeId, known!.segment_rule)
    const label = await updateLabel(db, storeId, id, { auto_apply_enabled: value })
    if (!label) throw fail('not_found')
    if (value && !known?.auto_apply_enabled) await calculate(core, db, storeId, id, user)
    await audit('label', id, { auto_apply_enabled: value })
    return viewLabel(db, storeId, { rights: user.rights, language }, (await findLabel(db, storeId, id))!)
  },
} satisfies Partial<Handlers<typeof segments>>

type Update = Context<typeof segments.update>
type LabelChange = Omit<Update, 'body'> & {
  /** Parts that are not sent stay; without `origin_time` any version is changed. */
  body: { [K in keyof Update['body']]?: Update['body'][K] | undefined }
}

/** Changes the parts of a label that are sent. Throws as the call does. */
export async function changeLabel(context: LabelChange) {
  const { core, db, storeId, user, language, params, body, fail, stale, audit } = context
  const { id } = params
  const { origin_time, type, segment_rule, ...written } = body
  const reader = { rights: user.rights, language }
  if (segment_rule) await lockRules(db, storeId)
  const before = await findLabel(db, storeId, id)
  if (!before) throw fail('not_found')
  if ((type !== undefined && type !== before.type) || (segment_rule && before.type === 'general'))
    throw fail('label_type_invalid')
  const rule = segment_rule && storedRule(segment_rule)
  if (rule) await refuseClosed(db, storeId, user.rights, normalizeRule(rule))
  const changes = rule !== undefined && !sameRule(rule, before.segment_rule)
  const follows = segment_rule?.auto_apply_enabled ?? before.auto_apply_enabled
  let reads: string[] | undefined
  if (changes) {
    reads = dependenciesOf(rule, (await readSegmentRule(db, storeId, reader, rule)).fields)
    await checkCircle(db, storeId, id, rule)
  } else if (follows && !before.auto_apply_enabled) await checkWhole(db, storeId, before.segment_rule)
  const next = {
    ...readLabelChange(written),
    ...(segment_rule && { auto_apply_enabled: follows }),
    ...(changes && { segment_rule: rule }),
  }
  if (Object.keys(next).length === 0) return viewLabel(db, storeId, reader, before)
  const label = await updateLabel(db, storeId, id, next, origin_time)
  if (!label) {
    const current = await findLabel(db, storeId, id)
    throw current ? stale(await viewLabel(db, storeId, reader, current)) : fail('not_found')
  }
  if (reads) await saveDependencies(db, storeId, id, reads)
  if (follows && (changes || !before.auto_apply_enabled)) await calculate(core, db, storeId, id, user)
  await audit('label', id, { fields: Object.keys(next).toSorted().join(',') })
  return viewLabel(db, storeId, reader, (await findLabel(db, storeId, id))!)
}

/** Throws label_broken for a rule that can't be asked. */
export async function checkWhole(db: Db, storeId: number, rule: StoredRule | null): Promise<void> {
  if (!rule) throw new ApiError('label_without_rule')
  const context = await ruleContext(db, storeId, [normalizeRule(rule)])
  if (faultsIn(rule, context).length > 0) throw new ApiError('label_broken')
}

/** Has a segment be calculated after the caller's transaction; answers the job that does it. */
export async function calculate(core: Core, db: Db, storeId: number, id: number, by: Principal): Promise<number> {
  await markStale(db, storeId, [id])
  return startCalculation(core, db, storeId, by)
}
