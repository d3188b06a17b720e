import { type RawBuilder, type SqlBool, sql } from 'kysely'

interface Kind {
  automation_id: number | null
  incident_id: number | null
}

/** True for a broadcast that people composed: no messages of an automation, no letter of an incident. */
export const isComposed = ({ automation_id, incident_id }: Kind): boolean =>
  automation_id === null && incident_id === null

/** The same, of rows of `broadcast`. */
export const whereComposed = sql<SqlBool>`automation_id is null and incident_id is null`

/**
 * True for the letter of an incident, which the law requires: neither wishes of customers nor limits of advertising apply. Guards of
 * sending that are about consent, restriction, the weekly cap, quiet hours or lateness ask this alone.
 */
export const isCompulsory = ({ incident_id }: Pick<Kind, 'incident_id'>): boolean => incident_id !== null

/** Excludes letters from recipients `r` that count for the weekly cap. */
export const countsForCap = (storeId: number, broadcastId: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`
  ${broadcastId} <> all(array(select id from broadcast where store_id = ${storeId} and incident_id is not null))`
