import { labels } from '@ruam/contract/customers/labels.ts'
import { inInstants } from '../../../access/stores/range-days.ts'
import { pageAnswer } from '../../../database/page.ts'
import { canonicalText } from '../../../formats/values/thai.ts'
import type { Context } from '../../../http/handler.ts'
import { type Handlers, implement } from '../../../http/implement.ts'
import { dependenciesOf, dependency } from '../../membership/dependencies.ts'
import { lockRules } from '../../membership/lock-rules.ts'
import { revalidateRules } from '../../membership/revalidate.ts'
import { saveDependencies } from '../../membership/segments.ts'
import { startCalculationOf } from '../../membership/start.ts'
import { normalizeRule } from '../../membership/stored-rule.ts'
import { refuseClosed } from '../../profiles/closed.ts'
import { assertRuleComplete, checkCircle, readSegmentRule, sameRule, storedRule } from '../../segments/read-rule.ts'
import { viewLabel, viewLabels } from '../../segments/view.ts'
import {
  countTypes,
  deleteLabel,
  findLabel,
  insertLabel,
  labelNameExists,
  listLabels,
  updateLabel,
} from '../queries.ts'
import { readLabel, readLabelChange } from '../read-label.ts'
import { isUsed, usageOf } from './usage.ts'

/** The calls of all labels. A segment's rule is read, checked and shown by `segments/`. */
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
    if (auto_apply_enabled) await startCalculationOf(core, db, storeId, id, user)
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

  async usage({ db, storeId, user, params: { id }, fail }) {
    if (!(await findLabel(db, storeId, id))) throw fail('not_found')
    return usageOf(db, storeId, user.id, id)
  },

  async setDisplay({ db, storeId, user, language, params: { id }, body: { value }, fail, audit }) {
    const label = await updateLabel(db, storeId, id, { display_enabled: value })
    if (!label) throw fail('not_found')
    await audit('label', id, { display_enabled: value })
    return viewLabel(db, storeId, { rights: user.rights, language }, label)
  },
} satisfies Handlers<typeof labels>

type Update = Context<typeof labels.update>
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
  } else if (follows && !before.auto_apply_enabled) await assertRuleComplete(db, storeId, before.segment_rule)
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
  if (follows && (changes || !before.auto_apply_enabled)) await startCalculationOf(core, db, storeId, id, user)
  await audit('label', id, { fields: Object.keys(next).toSorted().join(',') })
  return viewLabel(db, storeId, reader, (await findLabel(db, storeId, id))!)
}

export const labelRoutes = implement(labels, labelCalls)
