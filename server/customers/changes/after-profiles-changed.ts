import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type ChangedProfiles, follow } from '../membership/evaluate.ts'
import { additionMetrics, addToHour, type HourlyChannel, removalMetrics } from './hourly.ts'
import { loseValues } from './indexed-values.ts'
import { allMatchKeys, rewriteKeys } from './keys.ts'
import { countLabels, type LabelMoves } from './labels.ts'
import { lineIdsOf, settleLineIds } from './line-ids.ts'

type Turn = keyof typeof additionMetrics | keyof typeof removalMetrics
type OneTurn = { [T in Turn]?: readonly number[] }

/** Written ids of profiles by outcome, and other written data of people. */
export interface ProfileChanges extends OneTurn {
  /** Profiles of which values were written, and which of the fields are match keys. */
  written?: { ids: readonly number[]; keys: readonly number[] }
  /** Labels given and taken; not those that profiles keep which came back or went. */
  labels?: LabelMoves
  /** Profiles to evaluate again and the changed dependencies; restored profiles are evaluated by all segments. */
  judged?: ChangedProfiles
  /** Profiles whose LINE id may have changed, and the provider of their ids; by default those that are judged by it. */
  lineIds?: { ids: readonly number[]; scope?: string | undefined }
  /** Number of added activities. */
  activities?: number
  /** Further counters of the hour. */
  counts?: Readonly<Record<string, number>>
}

const came = Object.keys(additionMetrics) as (keyof typeof additionMetrics)[]
const went = Object.keys(removalMetrics) as (keyof typeof removalMetrics)[]
const metrics = { ...additionMetrics, ...removalMetrics }

/**
 * Updates all counters and indexes derived from profiles. Every writer that creates, changes, deletes, merges, erases or restores
 * profiles calls it once per act (an import and its undo once per batch), in its transaction and with the profiles locked. Call it after
 * profiles and labels are written, but before profiles are removed permanently, because it counts their labels. It also evaluates the
 * segments that depend on the changes (decision 28).
 *
 * Takes its locks in the order of decision 6: identities and friends, labels by id, the store's total, the counts of the hour.
 */
export async function afterProfilesChanged(
  db: Db,
  storeId: number,
  channel: HourlyChannel,
  touched: ProfileChanges,
): Promise<void> {
  const { written, judged, activities = 0, counts } = touched
  const labels: Record<number, number> = { ...touched.labels }
  const back = [...(touched.restored ?? []), ...(touched.unmerged ?? [])]
  const gone = went.flatMap((turn) => touched[turn] ?? [])
  const { ids: withLineId, scope } = touched.lineIds ?? { ids: lineIdsOf(judged), scope: undefined }
  const stopped = await settleLineIds(db, storeId, withLineId, scope)
  if (written) await rewriteKeys(db, storeId, written.ids, written.keys)
  // A field may have become a match key, or changed its type, while they were away.
  if (back.length > 0) await rewriteKeys(db, storeId, back, await allMatchKeys(db, storeId))
  const moved = judged ? await follow(db, storeId, judged, channel === 'import') : []
  if (stopped) moved.push(...(await follow(db, storeId, stopped, channel === 'import')))
  // Restored profiles are recounted with all their labels and values.
  for (const { label_id, profile_id, joined } of moved)
    if (!back.includes(profile_id)) labels[label_id] = (labels[label_id] ?? 0) + (joined ? 1 : -1)
  await countLabels(db, storeId, labels, back.length > 0 ? { ids: back, sign: 1 } : { ids: gone, sign: -1 })
  if (gone.length > 0) await loseValues(db, storeId, gone)
  const people = came.reduce((sum, turn) => sum + (touched[turn]?.length ?? 0), 0) - gone.length
  if (people !== 0)
    await sql`insert into profile_total as t (store_id, live) values (${storeId}, ${people})
      on conflict (store_id) do update set live = t.live + excluded.live`.execute(db)
  const turned = [...came, ...went].map((turn) => [metrics[turn], touched[turn]?.length ?? 0] as const)
  await addToHour(db, storeId, channel, { ...Object.fromEntries(turned), activity: activities, ...counts })
}
