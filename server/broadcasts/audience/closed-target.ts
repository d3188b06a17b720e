import type { BroadcastTarget } from '@ruam/contract/broadcasts/broadcast.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { broadcastsIn, type Closed, closedTo, fieldClosed, isClosed } from '../../customers/profiles/closed.ts'
import type { Db } from '../../database/db.ts'

const labelsOf = ({ type, include, exclude }: BroadcastTarget) => [
  ...(type === 'segments' ? include.label_ids : []),
  ...exclude.label_ids,
]

const isOver = (target: BroadcastTarget, { segments, broadcasts }: Closed) =>
  labelsOf(target).some((id) => segments.has(id)) || (target.failed_of !== null && broadcasts.has(target.failed_of))

/**
 * Throws field_closed if a target narrows a closed segment by anything that is open: the number of people would tell who is a member. A
 * closed segment alone stays usable with its number.
 */
export async function refuseNarrowed(db: Db, storeId: number, rights: Rights, target: BroadcastTarget): Promise<void> {
  const failed = target.failed_of === null ? [] : [target.failed_of]
  const closed = await closedTo(db, storeId, rights, failed)
  if (!isOver(target, closed)) return
  const isWhole =
    failed.length > 0
      ? labelsOf(target).length === 0
      : target.type !== 'profiles' && target.type !== 'rule' && labelsOf(target).every((id) => closed.segments.has(id))
  if (!isWhole) throw fieldClosed()
}

/** Returns for each target whether its people are members of a closed segment, or not, by being listed. */
export async function closedAmong(
  db: Db,
  storeId: number,
  rights: Rights,
  targets: readonly BroadcastTarget[],
): Promise<boolean[]> {
  const named = targets.flatMap(({ failed_of, rule }) => [failed_of ?? [], rule ? broadcastsIn(rule) : []].flat())
  const closed = await closedTo(db, storeId, rights, named)
  return targets.map((target) => isOver(target, closed) || (!!target.rule && isClosed(target.rule, closed)))
}

/** Throws field_closed if the people of a target are closed. */
export async function refuseClosedPeople(
  db: Db,
  storeId: number,
  rights: Rights,
  target: BroadcastTarget,
): Promise<void> {
  const [isTargetClosed] = await closedAmong(db, storeId, rights, [target])
  if (isTargetClosed) throw fieldClosed()
}
