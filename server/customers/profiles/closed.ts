import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { type Field, fieldsOf } from '../fields/fields.ts'
import { closedFieldsOf, closedIn, type SegmentGraph, segmentGraph } from '../membership/closed-segments.ts'
import { leavesOf } from '../rules/leaves-of.ts'
import { maySeeSensitive } from './masking.ts'

/** Fields, segments and broadcasts that no answer to a member may depend on. */
export interface Closed {
  fields: ReadonlySet<number>
  segments: ReadonlySet<number>
  broadcasts: ReadonlySet<number>
}

const nothingClosed: Closed = { fields: new Set(), segments: new Set(), broadcasts: new Set() }

/** The fields that a member may not read. */
export const closedFields = (rights: Rights, fields: readonly Pick<Field, 'id' | 'sensitive' | 'formula'>[]) =>
  closedFieldsOf({ kind: 'person', rights }, fields)

/** What is closed to a member, out of what the store has. */
export function closedForMember(rights: Rights, fields: readonly Field[], graph: SegmentGraph): Closed {
  if (maySeeSensitive(rights)) return nothingClosed
  const closed = closedFields(rights, fields)
  return { fields: closed, ...closedIn(graph, { fields: closed, kind: 'person' }) }
}

/** Reads what is closed to a member. `broadcasts`: further ones to be judged, which no rule may name. */
export async function closedTo(
  db: Db,
  storeId: number,
  rights: Rights,
  broadcasts: readonly number[] = [],
): Promise<Closed> {
  if (maySeeSensitive(rights)) return nothingClosed
  return closedForMember(rights, await fieldsOf(db, storeId, 'th'), await segmentGraph(db, storeId, broadcasts))
}

export const fieldClosed = () => new ApiError('field_closed', { permission: 'cdp-core.profile-sensitive.read' })

/**
 * Throws field_closed for a sent rule that a closed field decides. Called before any other check, also of an unchanged rule: a different
 * answer for a right guess would reveal the value.
 */
export async function refuseClosed(db: Db, storeId: number, rights: Rights, rule: RuleGroup): Promise<void> {
  if (await isRuleClosed(db, storeId, rights, rule)) throw fieldClosed()
}

/** True if a closed field decides a rule, also by a broadcast to closed segments. */
export async function isRuleClosed(db: Db, storeId: number, rights: Rights, rule: RuleGroup): Promise<boolean> {
  return !maySeeSensitive(rights) && isClosed(rule, await closedTo(db, storeId, rights, broadcastsIn(rule)))
}

/** Returns the broadcasts that a rule names. */
export const broadcastsIn = (rule: RuleGroup): number[] =>
  leavesOf(rule).flatMap(({ rule: leaf }) => (leaf.kind === 'broadcast' ? leaf.broadcast_id : []))

/** True if a closed field decides a rule. */
export const isClosed = (rule: RuleGroup, { fields, segments, broadcasts }: Closed): boolean =>
  leavesOf(rule).some(({ rule: leaf }) => {
    if (leaf.kind === 'profile') return fields.has(leaf.field_id)
    if (leaf.kind === 'label') return leaf.label_ids.some((id) => segments.has(id))
    return leaf.kind === 'broadcast' && broadcasts.has(leaf.broadcast_id)
  })
