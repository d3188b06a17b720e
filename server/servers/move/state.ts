import type { Statements } from '../database-servers.ts'

type Step = 'copying' | 'following' | 'held' | 'leaving' | 'settling' | 'moved' | 'removed' | 'cancelled'

/** A move as home knows it. */
export interface Move {
  store: number
  source: number
  target: number
  by_copy: boolean
  step: Step
  held_ms: number
  compared: number | null
  jobs: string[]
  moved_at: string | null
  /** True once the old copy has been kept for a day. */
  over: boolean
}

/** Returns the last move of a store; undefined if it has never been moved. */
export async function readMove(home: Statements, storeId: number): Promise<Move | undefined> {
  const { rows } = await home.query<Move>(
    `select store, source, target, by_copy, step, held_ms, compared::float8, jobs, moved_at::text,
       coalesce(moved_at < now() - interval '1 day', false) as over
     from store_move where store = $1`,
    [storeId],
  )
  return rows[0]
}

/** True for a move that neither completed nor was given up. */
export const isUnderWay = (move: Move | undefined): move is Move =>
  move !== undefined && !['moved', 'removed', 'cancelled'].includes(move.step)

/** Writes a move down before its first step. */
export async function beginRecord(home: Statements, move: Pick<Move, 'store' | 'source' | 'target' | 'by_copy'>) {
  await home.query(
    `insert into store_move (store, source, target, by_copy, step) values ($1, $2, $3, $4, 'copying')
     on conflict (store) do update set source = excluded.source, target = excluded.target, by_copy = excluded.by_copy, step = 'copying',
       started_at = clock_timestamp(), changed_at = clock_timestamp(), held_ms = 0, compared = null, jobs = '{}', moved_at = null`,
    [move.store, move.source, move.target, move.by_copy],
  )
}

type Written = Partial<Pick<Move, 'held_ms' | 'compared' | 'jobs'>>

/** Writes down which step begins, and what is known by then. */
export async function beginStep(home: Statements, storeId: number, step: Step, known: Written = {}): Promise<void> {
  await home.query(
    `update store_move set step = $2, changed_at = clock_timestamp(), held_ms = greatest(held_ms, coalesce($3, 0)),
       compared = coalesce($4, compared), jobs = coalesce($5, jobs),
       moved_at = case when $2 = 'moved' then clock_timestamp() else moved_at end
     where store = $1`,
    [storeId, step, known.held_ms, known.compared, known.jobs],
  )
}
