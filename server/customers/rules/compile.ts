import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { activityLeaf } from './activity-leaf.ts'
import { faultsOf } from './check.ts'
import type { Condition, Ids, ProfileColumn } from './condition.ts'
import type { RuleContext } from './context.ts'
import type { Leaf } from './leaf.ts'
import { leavesOf } from './leaves-of.ts'
import { broadcastLeaf, channelLeaf, consentLeaf, labelLeaf, sourceLeaf, timeLeaf } from './other-leaves.ts'
import { profileLeaf } from './profile-leaf.ts'
import { idsOf, intersection, type LiveSet, plainSet, scanned, union } from './sets.ts'
import { type SharedTexts, sharedTexts } from './shared-texts.ts'

/** A rule as SQL. */
export interface CompiledRule {
  /** Predicate on a row of `profile`. Null means false. */
  is: RawBuilder<boolean>
  /** Everybody it is true of. Those who may be in no segment, as they are away or asked to be left alone, may be among them. */
  means: Ids
  /** Returns the conditions of a list; empty if the rule matches all profiles. */
  conditions: Condition[]
  /** The rule itself, unless it is broken. */
  source?: { rule: RuleGroup; context: RuleContext }
}

/** A rule, or a group: what it asks, and who they are where the row alone does not tell. */
interface Part {
  is: RawBuilder<boolean>
  reads: readonly ProfileColumn[]
  set?: LiveSet
  instant?: Leaf['instant']
  upTo?: Leaf['upTo']
  /** The set is one rule's own, which an index tells. */
  indexed?: true
}

/** Compiles a rule to SQL. A broken rule (`faultsOf`) matches no profile, whatever and, or and not surround the fault. */
export function compileRule(rule: RuleGroup, context: RuleContext): CompiledRule {
  if (faultsOf(rule, context).length > 0) return nobody
  const shared = sharedTexts(
    leavesOf(rule).map((leaf) => leaf.rule),
    context,
  )
  const parts = partsOf(rule, shared)
  const whole = combine(shared, parts, 'and')
  return {
    is: shared.whole(whole.is),
    means: plainSet(context.storeId, whole.set ?? rowsOf(shared, whole.is)).ids,
    conditions: conditionsOf(shared, parts),
    source: { rule, context },
  }
}

const none = idsOf(sql`select null::bigint as id where false`)
const no = sql<boolean>`false`
const nobody: CompiledRule = {
  is: no,
  means: none,
  conditions: [{ is: no, ids: none, exact: true, reads: [] }],
}

/** Flattens nested `and` groups into their rules. */
function partsOf(group: RuleGroup, shared: SharedTexts): Part[] {
  const inner = (rule: Rule | RuleGroup) =>
    'rules' in rule && !rule.not ? partsOf(rule, shared) : [partOf(rule, false, shared)]
  if (group.not || (group.condition === 'or' && group.rules.length > 1)) return [partOf(group, false, shared)]
  return group.rules.flatMap(inner)
}

/** `not`: of whom it is not so. That is asked of each rule by itself, where no value is an answer too. */
function partOf(rule: Rule | RuleGroup, not: boolean, shared: SharedTexts): Part {
  if (!('rules' in rule)) return ofLeaf(leafOf(rule, shared.context), not)
  const turned = not !== (rule.not ?? false)
  const condition = turned ? ({ and: 'or', or: 'and' } as const)[rule.condition] : rule.condition
  return combine(
    shared,
    rule.rules.map((inner) => partOf(inner, turned, shared)),
    condition,
  )
}

function ofLeaf({ is, not: turned = false, reads, set, instant, upTo }: Leaf, not: boolean): Part {
  const allBut = turned !== not
  return {
    is: allBut ? sql`(${is}) is not true` : is,
    reads,
    ...(set && { set: { ...set, allBut: allBut !== (set.allBut ?? false), exact: false } }),
    ...(instant && !allBut && { instant, upTo }),
    ...(set && { indexed: true }),
  }
}

/** One rule as SQL; it was checked. */
export function leafOf(rule: Rule, context: RuleContext): Leaf {
  switch (rule.kind) {
    case 'profile':
      return profileLeaf(rule, context)
    case 'label':
      return labelLeaf(rule, context)
    case 'activity':
      return activityLeaf(rule, context)
    case 'channel':
      return channelLeaf(rule, context)
    case 'broadcast':
      return broadcastLeaf(rule, context)
    case 'consent':
      return consentLeaf(rule, context)
    case 'source':
      return sourceLeaf(rule, context)
    case 'time':
      return timeLeaf(rule, context)
  }
}

const allOf = (parts: readonly Part[], by: 'and' | 'or') =>
  parts.length === 1
    ? parts[0]!.is
    : sql<boolean>`(${sql.join(
        parts.map(({ is }) => sql`(${is})`),
        sql.raw(` ${by} `),
      )})`

/** Live profiles whose rows match an expression. */
const rowsOf = ({ context, whole }: SharedTexts, is: RawBuilder<boolean>) => scanned(context.storeId, whole(is))

/** Several as one. What rows tell is asked in one reading of them. */
function combine(shared: SharedTexts, parts: readonly Part[], by: 'and' | 'or'): Part {
  if (parts.length === 1) return parts[0]!
  const is = allOf(parts, by)
  const reads = [...new Set(parts.flatMap((part) => part.reads))]
  const ofRows = parts.filter(({ set }) => !set)
  const sets = parts.flatMap(({ set }) => set ?? [])
  if (sets.length === 0) return { is, reads }
  const all = ofRows.length > 0 ? [rowsOf(shared, allOf(ofRows, by)), ...sets] : sets
  return { is, reads, set: by === 'and' ? intersection(all) : union(all) }
}

/** The parts as a list asks for them: first what an index tells, then what takes a reading of everybody. */
function conditionsOf(shared: SharedTexts, parts: readonly Part[]): Condition[] {
  const { storeId } = shared.context
  const indexed: Condition[] = []
  const read: Condition[] = []
  const ofRows = parts.filter(({ set, instant }) => !set && !instant)
  for (const { is: test, reads, set, instant, upTo, indexed: own } of parts) {
    const is = shared.whole(test)
    if (instant) indexed.push({ is, ids: inTime(storeId, instant, is), exact: true, reads, instant, upTo })
    else if (set && own && !set.allBut) {
      const { ids, exact, among, known } = set
      indexed.push({ is, ids, exact, reads, whole: !set.some, ...(among && { among }), ...(known && { known }) })
    } else if (set) {
      const but = set.allBut ? { but: set.ids } : {}
      read.push({ is, ...plainSet(storeId, set), ...but, reads, scans: true, whole: true })
    }
  }
  if (ofRows.length > 0) {
    const { is, reads } = combine(shared, ofRows, 'and')
    read.unshift({ is: shared.whole(is), ...rowsOf(shared, is), reads, scans: true, whole: true })
  }
  return [...indexed, ...read]
}

/** Live profiles by the index of a time, oldest first by default. */
const inTime =
  (storeId: number, instant: NonNullable<Leaf['instant']>, is: RawBuilder<boolean>): Ids =>
  (most, order = 'asc') => {
    const { ids } = scanned(storeId, is)
    if (most === undefined) return ids()
    return sql`(select id from profile where store_id = ${storeId} and deleted_at is null and merged_into is null and ${is}
      order by ${sql.ref(instant)} ${sql.raw(order)} limit ${most})`
  }
