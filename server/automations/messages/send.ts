import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { appendSet, type DuePerson } from '../../broadcasts/sending/append-set.ts'
import { wakeSender } from '../../broadcasts/sending/schedule.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { Tables } from '../../database/tables.ts'
import type { Core } from '../../servers/core.ts'

type Version = Pick<
  Selectable<Tables['automation_version']>,
  'automation_id' | 'version' | 'definition' | 'holdout' | 'started_by'
>
type MessageStep = Extract<Step, { kind: 'message' }>

/** A run whose message is due, of a customer who passed the guards. */
interface DueMessage {
  run_id: number
  profile_id: number
  at: string
}

/** What became of a due message. */
export interface Sent {
  run_id: number
  profile_id: number
  /** Null: it is queued. */
  reason: 'held_out' | 'sent_before' | 'not_linked' | 'quota' | null
  /** Null if the messages of the month do not cover it. */
  recipient: { broadcast_id: number; position: number } | null
}

/**
 * Queues the messages of a step in the caller's transaction, and wakes the sender. People of the holdout become recipients who are skipped.
 * The quota covers those who were due first. Returns a row for each run, in no order.
 */
export async function sendMessages(
  core: Pick<Core, 'jobs'>,
  { db, storeId }: { db: Db; storeId: number },
  version: Version,
  step: MessageStep,
  due: readonly DueMessage[],
): Promise<Sent[]> {
  if (due.length === 0) return []
  const channelId = version.definition.channel_id!
  const people = await peopleOf(db, storeId, { version, step, channelId }, due)
  const { id: _, kind: __, ...message } = step
  const appended = await appendSet(
    db,
    storeId,
    {
      ...message,
      automationId: version.automation_id,
      version: version.version,
      step: step.id,
      channelId,
      startedBy: version.started_by,
    },
    people,
  )
  const sent = people.map(({ run_id, profile_id, reason }, index): Sent => {
    const recipient = appended[index] ?? null
    return { run_id, profile_id, reason: recipient ? reason : 'quota', recipient }
  })
  if (sent.some(({ reason }) => reason === null)) await wakeSender(core, db, storeId, channelId)
  return sent
}

interface Of {
  version: Version
  step: MessageStep
  channelId: number
}

/** Returns the due people with their LINE ids, in the order in which the quota covers them. */
export async function peopleOf(
  db: Db,
  storeId: number,
  { version: { automation_id, definition, holdout }, step, channelId }: Of,
  due: readonly DueMessage[],
): Promise<(DuePerson & { run_id: number })[]> {
  await byIndexes(db)
  const { rows } = await sql<DuePerson & { run_id: number }>`
    select d.run_id, d.profile_id, f.external_id, case when ${holdout}::int > 0 then r.held_out end as held_out, case
        when f.external_id is null then 'not_linked'
        when exists (select from automation_sent s
          where s.store_id = ${storeId} and s.automation_id = ${automation_id} and s.step = ${step.id}
            and s.user_hash = user_hash(f.external_id) and ${countsFor(definition.repeat)}) then 'sent_before'
        when ${holdout}::int > 0 and r.held_out then 'held_out'
      end as reason
    from unnest(${due.map(({ run_id }) => run_id)}::bigint[], ${due.map(({ profile_id }) => profile_id)}::bigint[],
      ${due.map(({ at }) => at)}::timestamptz[]) as d (run_id, profile_id, at)
    join automation_run r on r.store_id = ${storeId} and r.id = d.run_id
    left join lateral (
      select external_id from channel_friend
      where store_id = ${storeId} and profile_id = d.profile_id and channel_type in ('lineOA', 'lineModule')
        and channel_id = ${channelId} and status = 'friend'
      order by since desc, external_id limit 1) f on true
    order by d.at, d.profile_id`.execute(db)
  return rows
}

/**
 * True if a message `s` that a restored backup lacks is that of the run `r`. The run that got it may be missing as well: as long as the
 * customer would not have entered again, one that begins since is the same.
 */
function countsFor(repeat: Definition['repeat']): RawBuilder<unknown> {
  if (repeat.kind === 'once') return sql`true`
  const wait = repeat.kind === 'yearly' ? '1 year' : `${repeat.days} days`
  return sql`r.entered_at <= s.at + ${wait}::interval`
}
