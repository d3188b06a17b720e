import type { Label } from '@ruam/contract/customers/labels.ts'
import type { SegmentStatus } from '@ruam/contract/customers/segment-state.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { Db } from '../../database/db.ts'
import { viewError } from '../../work/view-error.ts'
import { fieldsOf } from '../fields/fields.ts'
import { type Calculation, type findLabel, labelNamesById } from '../labels/queries.ts'
import { closedIn, segmentGraph } from '../membership/closed-segments.ts'
import { ruleFaultsIn } from '../membership/faults.ts'
import { labelsIn, normalizeRule, type StoredRule } from '../membership/stored-rule.ts'
import { closedForMember } from '../profiles/closed.ts'
import type { RuleFault } from '../rules/check.ts'
import { ruleContext } from '../rules/context.ts'
import { withoutValues } from '../rules/without-values.ts'
import type { Cursor } from './calculate.ts'

type LabelRow = NonNullable<Awaited<ReturnType<typeof findLabel>>>

/** Reader of labels, and its options. */
interface Reader {
  rights: Rights
  language: Language
}

/** Returns labels as the caller may see them, with their rules and states. */
export async function viewLabels(
  db: Db,
  storeId: number,
  { rights, language }: Reader,
  rows: readonly LabelRow[],
): Promise<Label[]> {
  const fields = await fieldsOf(db, storeId, language)
  const graph = await segmentGraph(db, storeId)
  const closed = closedForMember(rights, fields, graph)
  const secret = new Set(fields.flatMap(({ id, sensitive }) => (sensitive ? id : [])))
  const sensitive = closedIn(graph, { fields: secret, kind: 'program' }).segments
  const generalOf = (row: LabelRow) =>
    general(row, { sensitive: sensitive.has(row.id), closed: closed.segments.has(row.id) })
  const rules = rows.flatMap(({ segment_rule }) => segment_rule ?? [])
  if (rules.length === 0) return rows.map(generalOf)
  const context = await ruleContext(db, storeId, rules.map(normalizeRule))
  const names = await labelNamesById(db, storeId, rules.flatMap(labelsIn))
  const work = await workOf(db, storeId)
  const byName = new Intl.Collator('th').compare
  return rows.map((row) => {
    const { calculation, segment_rule: rule, ...label } = row
    if (!rule) return generalOf(row)
    const faults = ruleFaultsIn(rule, context)
    const status = statusOf(row, calculation, faults, work)
    const named = labelsIn(rule).flatMap((id) => (names.has(id) ? { id, name: names.get(id)! } : []))
    return {
      ...label,
      segment_rule: shownRule(rule, row.auto_apply_enabled, closed.fields),
      reference_labels: named.sort((one, other) => byName(one.name, other.name) || one.id - other.id),
      state: {
        status,
        moves: status === 'calculating' ? work.moves : null,
        evaluated_at: calculation?.evaluated_at ?? null,
        next_at: row.auto_apply_enabled ? (calculation?.next_at ?? null) : null,
        error: viewError(errorOf(status, calculation), language),
        faults: faults.map(({ path, reason, subject }) => ({ path: [...path], reason, subject })),
      },
      members_sensitive: sensitive.has(row.id),
      members_visible: calculation?.members_visible ?? false,
      members_closed: closed.segments.has(row.id),
    }
  })
}

export const viewLabel = async (db: Db, storeId: number, reader: Reader, row: LabelRow): Promise<Label> =>
  (await viewLabels(db, storeId, reader, [row]))[0]!

/** A label without a rule is closed if an automation that reads closed fields gave it. */
function general(
  { calculation: _, ...label }: LabelRow,
  { sensitive, closed }: { sensitive: boolean; closed: boolean },
): Label {
  return {
    ...{ ...label, segment_rule: null, reference_labels: [], state: null },
    ...{ members_sensitive: sensitive, members_visible: false, members_closed: closed },
  }
}

/** Returns a rule with `auto_apply_enabled`, without the values that are compared with hidden fields. */
const shownRule = ({ filter, target }: StoredRule, auto_apply_enabled: boolean, hidden: ReadonlySet<number>) => ({
  auto_apply_enabled,
  filter,
  target: { ...target, groups: target.groups.map((group) => withoutValues(group, hidden)) },
})

/** The calculation of the store's segments: whether one is to come, and which segment is being calculated. */
interface Work {
  active: boolean
  at: number | null
  moves: { done: number; total: number } | null
}

async function workOf(db: Db, storeId: number): Promise<Work> {
  const jobs = await db
    .selectFrom('job')
    .select(['status', 'cursor'])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'segment_calculate')
    .where('status', 'in', ['pending', 'processing'])
    .execute()
  const busy = jobs.find(({ status, cursor }) => status === 'processing' && cursor !== null)
  const cursor = busy?.cursor as Cursor | undefined
  return { active: jobs.length > 0, at: cursor?.label ?? null, moves: cursor?.moves ?? null }
}

function statusOf(
  { id, auto_apply_enabled }: LabelRow,
  calculation: Calculation | null,
  faults: readonly RuleFault[],
  work: Work,
): SegmentStatus {
  if (faults.length > 0) return 'broken'
  if (calculation && calculation.wanted > calculation.done) {
    if (work.at === id) return 'calculating'
    // Automatic segments are resumed by the clock; stopped manual requests are not.
    return work.active || auto_apply_enabled ? 'waiting' : 'failed'
  }
  return calculation?.error ? 'failed' : 'fresh'
}

function errorOf(status: SegmentStatus, calculation: Calculation | null) {
  if (status === 'broken') return { name: 'label_broken' }
  if (status !== 'failed') return null
  return calculation?.error ?? { name: 'calculation_stopped' }
}
