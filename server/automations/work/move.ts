import { sql } from 'kysely'
import { moveRuns } from '../engine/move-runs.ts'
import { automationsAtWork } from './at-work.ts'
import type { Work } from './work.ts'

/** Moves the customers of an automation to the version in use, if its start chose that. */
export async function moveToNewest({ storeId, transaction }: Work): Promise<void> {
  await transaction(async (world, now) => {
    for (const automation of await automationsAtWork(world.db, storeId)) {
      if (!automation.moves) continue
      await moveRuns(world, automation, now)
      await sql`update automation set moves = false where store_id = ${storeId} and id = ${automation.automation_id}`.execute(
        world.db,
      )
    }
  })
}
