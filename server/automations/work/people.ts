import { stepsOf } from '@ruam/contract/automations/definition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type EndReason, endRuns } from '../engine/record.ts'
import { versionKey, versionsOf } from '../engine/versions.ts'
import type { Change } from './read-changes.ts'

/** Changes the runs of customers who were merged, who are gone, or whom a file brought that is taken back. */
export async function followPeople(
  db: Db,
  storeId: number,
  { kind, subject_id, profile_ids }: Change,
  now: string,
): Promise<void> {
  const end = (such: RawBuilder<boolean>, reason: EndReason) => endSuch(db, storeId, such, reason, now)
  if (kind === 'profile.merged')
    for (const profileId of profile_ids) await mergeRuns(db, storeId, { from: profileId, into: subject_id! }, now)
  if (kind === 'profile.deleted') await end(sql`profile_id = any(${profile_ids}::bigint[])`, 'deleted')
  // A customer who got a message goes on: the message cannot be taken back.
  if (kind === 'import.undone')
    await end(sql`detail ->> 'run_id' = ${String(subject_id)} and messages = 0`, 'import_undone')
}

async function endSuch(db: Db, storeId: number, such: RawBuilder<boolean>, reason: EndReason, at: string) {
  const { rows } = await sql<{ id: number }>`
    select id from automation_run where store_id = ${storeId} and ended_at is null and ${such}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await endRuns(db, storeId, ids, { reason, at })
}

interface LiveRun {
  id: number
  automation_id: number
  version: number
  profile_id: number
  step: number
  due_at: string
}

/**
 * Gives the runs of a merged profile to the profile that stays. Of two runs on the way in an automation the further one goes on, and has sent
 * the messages of both: none is sent again. Nothing of this is taken back when the merge is.
 */
async function mergeRuns(db: Db, storeId: number, { from, into }: { from: number; into: number }, now: string) {
  const { rows: live } = await sql<LiveRun>`
    select id, automation_id, version, profile_id, step, due_at from automation_run
    where store_id = ${storeId} and profile_id in (${from}, ${into}) and ended_at is null order by id for update`.execute(
    db,
  )
  const versions = await versionsOf(db, storeId, live)
  const progress = (run: LiveRun) =>
    stepsOf(versions.get(versionKey(run))?.definition.steps ?? []).findIndex(({ id }) => id === run.step)
  for (const pair of Map.groupBy(live, (run) => run.automation_id).values()) {
    if (pair.length < 2) continue
    const [further, other] = pair.toSorted(
      (one, two) => two.version - one.version || progress(two) - progress(one) || one.due_at.localeCompare(two.due_at),
    ) as [LiveRun, LiveRun]
    await endRuns(db, storeId, [other.id], { reason: 'merged', at: now })
    await giveMessages(db, storeId, { from: other.id, into: further.id })
  }
  await sql`
    with given as (
      update automation_run r set profile_id = ${into} where store_id = ${storeId} and profile_id = ${from}
        and not exists (select from automation_run o where o.store_id = ${storeId} and o.automation_id = r.automation_id
          and o.profile_id = ${into} and o.cause = r.cause)
      returning id
    )
    update automation_act set profile_id = ${into}
    where store_id = ${storeId} and run_id in (select id from given) and profile_id = ${from}`.execute(db)
}

/** Moves the messages of a run to another one that has not done their steps. */
async function giveMessages(db: Db, storeId: number, { from, into }: { from: number; into: number }) {
  await sql`
    with message as (
      select nth, row_number() over (order by nth) as number from automation_act m
      where store_id = ${storeId} and run_id = ${from} and kind = 'message'
        and not exists (select from automation_act o where o.store_id = ${storeId} and o.run_id = ${into}
          and o.step = m.step and o.kind not in ('put_off', 'moved'))),
    run as (
      update automation_run set acts = acts + (select count(*) from message), messages = messages + (
        select count(*) from message join automation_act a on a.store_id = ${storeId} and a.run_id = ${from} and a.nth = message.nth where a.outcome = 'done') where store_id = ${storeId} and id = ${into} returning acts, profile_id)
    update automation_act a set run_id = ${into}, profile_id = run.profile_id,
      nth = run.acts - (select count(*) from message) + message.number
    from message, run where a.store_id = ${storeId} and a.run_id = ${from} and a.nth = message.nth`.execute(db)
}
