import type pg from 'pg'
import { type Decision, LIST_BEGUN } from '../../platform/decisions/kinds.ts'
import { BrokenDecisions } from '../../platform/decisions/list.ts'

/** Days for which every listed decision must still have its line. Lines are kept for longer. */
const CHECKED_DAYS = 30

interface State {
  /** Decisions on the list that the database does not know, because it is older. */
  missing: Decision[]
  /** A restore that was not settled yet, by `npm run restore`. */
  restoration: { id: number; backup_at: string | null; acts: number | null } | undefined
  /** True if decisions were made that are on no list. */
  unknown: boolean
  /** True if there is no list. */
  begins: boolean
}

/** Compares the list with the database. Throws BrokenDecisions if the list lacks a line that the database knows. */
export async function readState(
  client: pg.ClientBase,
  { decisions, empty }: { decisions: readonly Decision[]; empty: boolean },
  server: number,
): Promise<State> {
  const { rows: known } = await client.query<{ number: number; id: string; checked: boolean }>(
    `select number, id, listed and at > now() - make_interval(days => $1) as checked from decision order by number`,
    [CHECKED_DAYS],
  )
  const { rows } = await client.query<NonNullable<State['restoration']>>(
    'select id, backup_at, acts from restoration where not settled order by id desc limit 1',
  )
  const restoration = rows[0]
  if (empty) return { missing: [], restoration, unknown: known.length > 0 || restoration !== undefined, begins: true }
  const listed = new Set(decisions.map(({ id }) => id))
  // Older ones may belong to a list that this one replaced.
  const first = known.findIndex(({ id }) => listed.has(id))
  if (first >= 0 && known.some(({ id, checked }, index) => index > first && checked && !listed.has(id)))
    throw new BrokenDecisions(server, 'a decision that the database knows is not on it')
  const here = new Set(known.map(({ id }) => id))
  const missing = decisions.filter(({ id }) => !here.has(id))
  return { missing, restoration, unknown: missing.some(({ kind }) => kind === LIST_BEGUN), begins: false }
}
