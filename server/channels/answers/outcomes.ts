import type { AnswerOutcome } from '@ruam/contract/channels/answers.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface NewOutcome {
  logId: number
  channelId: number
  answerId: number | null
  outcome: AnswerOutcome
}

/** Notes how events are answered. An event that was noted before is left as it is. */
export async function noteOutcomes(db: Db, storeId: number, outcomes: readonly NewOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ logId, channelId, answerId, outcome }) => ({
    log_id: logId,
    channel_id: channelId,
    answer_id: answerId,
    outcome,
  }))
  await sql`
    insert into answer_given (store_id, log_id, channel_id, answer_id, outcome)
    select ${storeId}, log_id, channel_id, answer_id, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (log_id bigint, channel_id int, answer_id int, outcome text)
    on conflict (store_id, log_id) do nothing`.execute(db)
}

/** Returns those of some events that were noted already: they waited for an import. */
export async function notedEvents(db: Db, storeId: number, logIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ log_id: number }>`
    select log_id from answer_given where store_id = ${storeId} and log_id = any(${[...logIds]}::bigint[])`.execute(db)
  return new Set(rows.map(({ log_id }) => log_id))
}

interface Claim {
  answerId: number | null
  /** Calls of LINE, with the one that follows. */
  tries: number
}

/** Claims an answer for a call of LINE, committed before the call. Undefined unless it waits. */
export async function claimAnswer(db: Db, storeId: number, logId: number): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update answer_given set tries = tries + 1
    where store_id = ${storeId} and log_id = ${logId} and outcome = 'waiting'
    returning answer_id as "answerId", tries`.execute(db)
  return rows[0]
}

/** Ends an answer that waits. Returns false if another call did. */
export async function endAnswer(db: Db, storeId: number, logId: number, outcome: AnswerOutcome): Promise<boolean> {
  const { rows } = await sql`
    update answer_given set outcome = ${outcome}
    where store_id = ${storeId} and log_id = ${logId} and outcome = 'waiting' returning 1`.execute(db)
  return rows.length > 0
}

/** Takes back the try of a call that LINE did not accept. */
export async function unclaimAnswer(db: Db, storeId: number, logId: number): Promise<void> {
  await sql`update answer_given set tries = tries - 1
    where store_id = ${storeId} and log_id = ${logId} and outcome = 'waiting'`.execute(db)
}

interface Figures {
  asked: number
  answered: number
  stops: number
  /** Answers given, by answer. */
  given: ReadonlyMap<number, number>
}

/** Counts the answers of an account in 30 days. Stops are confirmed by a reply, too. */
export async function answerFigures(db: Db, storeId: number, channelId: number): Promise<Figures> {
  const { rows } = await sql<{ answer_id: number | null; asked: number; given: number }>`
    select answer_id, count(*)::int as asked, count(*) filter (where outcome = 'given')::int as given
    from answer_given where store_id = ${storeId} and channel_id = ${channelId} and at > now() - interval '30 days'
    group by answer_id order by answer_id`.execute(db)
  const { rows: stopped } = await sql<{ stops: number }>`
    select count(*)::int as stops from line_stop s where s.store_id = ${storeId} and s.at > now() - interval '30 days'
      and exists (select from channel_friend f where f.store_id = ${storeId} and f.external_id = s.user_id and f.channel_id = ${channelId})`.execute(
    db,
  )
  const { stops } = stopped[0]!
  const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + count(row), 0)
  return {
    asked: sum(({ asked }) => asked) + stops,
    answered: sum(({ given }) => given) + stops,
    stops,
    given: new Map(rows.flatMap(({ answer_id, given }) => (answer_id === null ? [] : [[answer_id, given] as const]))),
  }
}
