import { sql } from 'kysely'
import { onConnection } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type ChosenLetters, cancelReplays, oldestLetters, requestReplays } from '../connectors/dead-letters.ts'
import { writeIsolated } from '../ingester/apart.ts'
import { CrashSuspects } from '../ingester/doubts.ts'
import { rolledBack } from './dry-items.ts'
import { replaySome } from './ingest-items.ts'

/** Items of one trial: it holds the store's ingester as long as it works. */
const MAX_TRIED = 100

interface Trial {
  passed: number[]
  failed: { id: number; error: string }[]
}

/** Returns which dead letters would be taken now: replays them by the real code and rolls it back. Throws profile_locked during an import. */
export const tryReplay = (
  core: Core,
  storeId: number,
  source: number,
  choice: ChosenLetters,
  seesSensitive: boolean,
): Promise<Trial> =>
  rolledBack(core, storeId, async (client) => {
    const db = onConnection(client)
    // Others that wait for the ingester are no part of the trial.
    await cancelReplays(db, storeId)
    const tried = await oldestLetters(db, storeId, source, choice, { seesSensitive, limit: MAX_TRIED })
    await requestReplays(db, storeId, source, { ids: tried }, seesSensitive)
    const strategy = writeIsolated(new CrashSuspects())
    while (await replaySome(core, client, storeId, MAX_TRIED, strategy));
    // An item that fails by a value closed to the person is gone for them, as after the replay.
    const { rows: failed } = await sql<{ id: number; error: string }>`
      select id, error from dead_letter
      where store_id = ${storeId} and id = any(${tried}::int[]) and (${seesSensitive} or not sensitive) order by id`.execute(
      db,
    )
    const left = new Set(failed.map(({ id }) => id))
    return { passed: tried.filter((id) => !left.has(id)), failed }
  })
