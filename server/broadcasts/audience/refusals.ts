import { type RawBuilder, sql } from 'kysely'
import { isStopped } from '../../customers/changes/line-stops.ts'

interface Refusals {
  purposeId: number | null
  skipsUnknown: boolean
  weeklyCap: number | null
  /** Condition for users whose stop is not applied yet. */
  isStopping?: RawBuilder<unknown>
  /** Number of messages that the person got in the days of the cap. */
  sent: RawBuilder<unknown>
}

/** The branch of a friend `f` who blocked the account, which LINE itself does not send to. */
export const blocked = sql`
        when f.status <> 'friend' then 'blocked'`

/**
 * Branches of a CASE with the reason for which a friend `f` is not sent to, of a stop `s` and a `consent` (`standingOfEach`): for the sender,
 * and for automations before it.
 */
export const refusals = ({ purposeId, skipsUnknown, weeklyCap, isStopping = sql`false`, sent }: Refusals) => sql`
        ${blocked}
        when consent.standing = 'withdrawn' or ${isStopped(purposeId)} or ${isStopping} then 'withdrawn'
        when consent.standing = 'under_age' then 'under_age'
        when consent.standing = 'unknown' and ${purposeId}::int is not null and ${skipsUnknown} then 'unknown_consent'
        when ${weeklyCap === null ? sql`false` : sql`${weeklyCap}::int <= ${sent}`} then 'capped'`
