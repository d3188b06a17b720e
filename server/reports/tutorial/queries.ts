import { type TutorialKey, type TutorialStep, tutorialKeys } from '@ruam/contract/reports/tutorial.ts'
import { sql } from 'kysely'
import { whereComposed } from '../../broadcasts/records/kind.ts'
import type { Db } from '../../database/db.ts'

/** Returns the steps completed according to the store's data. */
async function completedIn(db: Db, storeId: number): Promise<Record<TutorialKey, boolean>> {
  const { rows } = await sql<Record<TutorialKey, boolean>>`select
    exists (select from channel where store_id = ${storeId} and type in ('lineOA', 'lineModule') and status = 'active') as connect_line,
    exists (select from run where store_id = ${storeId} and kind = 'real' and status = 'completed' and undone_at is null) as first_import,
    exists (select from label where store_id = ${storeId} and type = 'advanced') as first_segment,
    exists (select from broadcast where store_id = ${storeId} and status = 'published' and ${whereComposed}) as first_broadcast,
    exists (select from store_member where store_id = ${storeId} and removed_at is null offset 1)
      or exists (select from invitation where store_id = ${storeId} and status <> 'revoked') as invite_staff`.execute(
    db,
  )
  return rows[0]!
}

/** A person's first steps, each as the data or, where these say nothing, the person has it. */
export async function tutorialStepsOf(db: Db, storeId: number, userId: number): Promise<TutorialStep[]> {
  const completed = await completedIn(db, storeId)
  const said = await db
    .selectFrom('tutorial_step')
    .select(['key', 'status', 'step'])
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .execute()
  return tutorialKeys.map((key) => {
    const { status = 'not_started', step = null } = said.find((one) => one.key === key) ?? {}
    return { key, status: completed[key] ? 'completed' : status, step }
  })
}

/** Keeps what a person says of a step; how far it is stays where they don't say. */
export async function setStepState(
  db: Db,
  storeId: number,
  userId: number,
  { key, status, step }: { key: TutorialKey; status: Exclude<TutorialStep['status'], 'completed'>; step?: number },
): Promise<void> {
  await db
    .insertInto('tutorial_step')
    .values({ store_id: storeId, user_id: userId, key, status, step: step ?? null })
    .onConflict((on) =>
      on.columns(['store_id', 'user_id', 'key']).doUpdateSet({ status, ...(step !== undefined && { step }) }),
    )
    .execute()
}
