import type { WordingChannel } from '@ruam/contract/customers/consent-wording.ts'
import { type RawBuilder, sql } from 'kysely'

// Decides whether a customer's consent counts. No other SQL reads the status of an entry. Aliases are long so that they capture no column of the
// statements around them.

/** A consent as a customer has it now: no message follows from `withdrawn` and `under_age`, whatever the store sends to unknown ones. */
const standings = ['granted', 'withdrawn', 'under_age', 'unknown'] as const
export type Standing = (typeof standings)[number]

/** Age from which customers consent without a guardian, in months of the calendar. */
export const OF_AGE_MONTHS = 240

type Sql = RawBuilder<unknown>

/** Purpose, channel and moment for which consents are evaluated. */
interface ConsentOf {
  storeId: number
  purpose: Sql
  /** Grants count only if their wording names the channel; without one, it does not matter. */
  channel?: WordingChannel
  /** Instant as SQL, for a past one; now by default. */
  at?: Sql
  /** Last birth date of customers who are of age as SQL, null while the age gate is off; read from the setting by default. */
  cutoff?: Sql
}

/** Latest birth date of customers of age on the store's day of an instant; null while the store has no age gate. */
const cutoffOf = (storeId: number, at: Sql = sql`now()`) => sql`(
  select ((${at} at time zone s.time_zone)::date - make_interval(months => ${sql.lit(OF_AGE_MONTHS)}))::date
  from privacy_setting g join store s on s.store_id = g.store_id
  where g.store_id = ${storeId} and g.age_gate)`

/** True if a granted entry `ledger_entry` is of a version that counts. */
const countsNow = ({ storeId, purpose, channel, at }: ConsentOf) => sql`
  ledger_entry.version >= coalesce((select max(wording.version) from consent_wording wording where wording.store_id = ${storeId} and wording.purpose_id = ${purpose}
    and wording.restarts ${at ? sql`and wording.since <= ${at}` : sql``}), 1)
  ${
    channel
      ? sql`and not ledger_entry.version = any(array(select wording.version from consent_wording wording
        where wording.store_id = ${storeId} and wording.purpose_id = ${purpose} and not ${channel} = any(wording.channels)))`
      : sql``
  }`

/** Answer of an entry `ledger_entry`: null for a grant that no longer counts. */
const wordOf = (asked: ConsentOf) =>
  sql`case when ledger_entry.status = 'withdrawn' then 'withdrawn' when ${countsNow(asked)} then 'granted' end`

type Speaker = 'own' | 'guardian'

const spokenBy = (speaker: Speaker) => (speaker === 'own' ? sql`not ledger_entry.guardian` : sql`ledger_entry.guardian`)

/** Rows of `profile_id` and `word`: the newest entry of each customer. */
const newestWords = (asked: ConsentOf, speaker: Speaker) => sql`(
  select distinct on (ledger_entry.profile_id) ledger_entry.profile_id, ${wordOf(asked)} as word from consent_entry ledger_entry
  where ledger_entry.store_id = ${asked.storeId} and ledger_entry.purpose_id = ${asked.purpose} and ${spokenBy(speaker)}
  order by ledger_entry.profile_id, ledger_entry.at desc, ledger_entry.id desc)`

/** Word of the newest entry of one customer. */
const newestWord = (asked: ConsentOf, profileId: Sql, speaker: Speaker) => sql`(
  select ${wordOf(asked)} from consent_entry ledger_entry
  where ledger_entry.store_id = ${asked.storeId} and ledger_entry.profile_id = ${profileId} and ledger_entry.purpose_id = ${asked.purpose} and ${spokenBy(speaker)}
  order by ledger_entry.at desc, ledger_entry.id desc limit 1)`

/**
 * Combines both words. A guardian's counts for a customer who is not known to be of age: a withdrawal as the customer's own does, a grant
 * for a customer who has not answered, too.
 */
function combined({ own, guardian, birth, cutoff }: { own: Sql; guardian: Sql; birth: Sql; cutoff: Sql }): Sql {
  const guarded = sql`${cutoff} is not null and (${birth} <= ${cutoff}) is not true`
  return sql`case
    when ${own} = 'withdrawn' or (${guardian} = 'withdrawn' and ${guarded}) then 'withdrawn'
    when ${birth} > ${cutoff} and ${guardian} is distinct from 'granted' then 'under_age'
    when ${own} = 'granted' or (${guardian} = 'granted' and ${guarded}) then 'granted'
    else 'unknown' end`
}

/** Columns of a row that holds a customer. */
interface CustomerColumns {
  id: Sql
  birth: Sql
}

/** Adds `consent.standing` to rows of customers, by keys: for few customers, or for the moment of each row. */
export function standingOfEach(asked: ConsentOf, { id, birth }: CustomerColumns): Sql {
  const cutoff = asked.cutoff ?? cutoffOf(asked.storeId, asked.at)
  const [own, guardian] = [sql`w.own`, sql`w.guardian`]
  return sql`cross join lateral (
    select ${combined({ own, guardian, birth, cutoff: sql`w.cutoff` })} as standing from (
      select k.cutoff, ${newestWord(asked, id, 'own')} as own,
        case when k.cutoff is not null then ${newestWord(asked, id, 'guardian')} end as guardian
      from (select ${cutoff} as cutoff offset 0) k offset 0) w offset 0) consent`
}

/** Joins what all customers said about a purpose to rows of customers, by sets, and returns the standing of each. */
export function standingOfAll(asked: ConsentOf, { id, birth }: CustomerColumns): { joined: Sql; standing: Sql } {
  const cutoff = asked.cutoff ?? cutoffOf(asked.storeId, asked.at)
  return {
    joined: sql`
    left join ${newestWords(asked, 'own')} own_word on own_word.profile_id = ${id}
    left join ${newestWords(asked, 'guardian')} guardian_word on guardian_word.profile_id = ${id}`,
    standing: combined({ own: sql`own_word.word`, guardian: sql`guardian_word.word`, birth, cutoff }),
  }
}

/** Customers who answered, or whose guardian did: rows of `id` and `standing`, live or not. */
export function answeredStandings(asked: ConsentOf): Sql {
  const cutoff = asked.cutoff ?? cutoffOf(asked.storeId, asked.at)
  const standing = combined({
    ...{ own: sql`own_word.word`, guardian: sql`guardian_word.word` },
    ...{ birth: sql`p.birth_date`, cutoff },
  })
  return sql`(
    select p.id, ${standing} as standing
    from ${newestWords(asked, 'own')} own_word
    full join ${newestWords(asked, 'guardian')} guardian_word on guardian_word.profile_id = own_word.profile_id
    join profile p on p.store_id = ${asked.storeId} and p.id = coalesce(own_word.profile_id, guardian_word.profile_id))`
}

/** The newest entry of a customer's own, as `said` and `version`, whether or not it counts. */
export const newestAnswer = (storeId: number, profileId: Sql, purpose: Sql) => sql`(
  select ledger_entry.status as said, ledger_entry.version from consent_entry ledger_entry
  where ledger_entry.store_id = ${storeId} and ledger_entry.profile_id = ${profileId} and ledger_entry.purpose_id = ${purpose}
    and not ledger_entry.guardian
  order by ledger_entry.at desc, ledger_entry.id desc limit 1)`

/** Status of an entry of the ledger, for lists that show each. It says nothing about whether the consent counts. */
export const answerIn = (entry: string) => sql.ref(`${entry}.status`)

/**
 * True if a customer's newest own entry is a withdrawal that stays when runs are undone. Another withdrawal adds nothing to it.
 */
export const hasWithdrawn = (storeId: number, profileId: Sql, purpose: Sql) => sql<boolean>`(coalesce((
  select ledger_entry.status = 'withdrawn' and ledger_entry.runs is null from consent_entry ledger_entry
  where ledger_entry.store_id = ${storeId} and ledger_entry.profile_id = ${profileId} and ledger_entry.purpose_id = ${purpose} and not ledger_entry.guardian
  order by ledger_entry.at desc, ledger_entry.id desc limit 1), false))`

/** Version of the wording with which an answer is recorded: the one in use, or that of the day of the answer. */
export const versionInUse = (storeId: number, purpose: Sql, day: Sql = sql`null::date`) => sql<number>`coalesce((
  select max(wording.version) from consent_wording wording
  where wording.store_id = ${storeId} and wording.purpose_id = ${purpose} and wording.since is not null
    and (${day} is null or wording.since < (${day} + 1)::timestamp at time zone (select time_zone from store where store_id = ${storeId}))), 1)`
