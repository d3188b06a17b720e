import type pg from 'pg'
import { type Decision, LIST_BEGUN } from '../../decisions/kinds.ts'
import { BrokenDecisions, type ListRead } from '../../decisions/list.ts'

/** Days for which every listed decision must still have its line. Lines are kept for longer. */
const CHECKED_DAYS = 30

interface State extends ListRead {
  /** Decisions on the list that the database does not know, because it is older. */
  missing: Decision[]
  /** A restore that was not settled yet, by `npm run restore`. */
  restoration: { id: number; backup_at: string | null; acts: number | null } | undefined
  /** True if decisions were made that are on no list. */
  unknown: boolean
}

/** Compares the list with the database. Throws BrokenDecisions if the list lacks a line that the database knows. */
export async function readState(client: pg.ClientBase, read: () => Promise<ListRead>, server: number): Promise<State> {
  // Other processes may be at work. A decision is committed, then listed, then marked: the marks are read before the list, the rows after it.
  const { rows: marked } = await client.query<{ id: string; checked: boolean }>(
    'select id, at > now() - make_interval(days => $1) as checked from decision where listed order by number',
    [CHECKED_DAYS],
  )
  const list = await read()
  const { rows: known } = await client.query<{ id: string }>('select id from decision')
  const { rows } = await client.query<NonNullable<State['restoration']>>(
    'select id, backup_at, acts from restoration where not settled order by id desc limit 1',
  )
  const restoration = rows[0]
  if (list.empty) return { ...list, missing: [], restoration, unknown: marked.length > 0 || restoration !== undefined }
  const listed = new Set(list.decisions.map(({ id }) => id))
  // Decisions from before its beginning belong to a list that this one replaced.
  const begun = list.decisions.findLast(({ kind }) => kind === LIST_BEGUN)
  const first = begun ? marked.findIndex(({ id }) => id === begun.id) : 0
  if (first >= 0 && marked.slice(first).some(({ id, checked }) => checked && !listed.has(id)))
    throw new BrokenDecisions(server, 'a decision that the database knows is not on it')
  const here = new Set(known.map(({ id }) => id))
  const missing = list.decisions.filter(({ id }) => !here.has(id))
  return { ...list, missing, restoration, unknown: missing.some(({ kind }) => kind === LIST_BEGUN) }
}
