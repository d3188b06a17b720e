import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { BroadcastRow } from './queries.ts'
import type { TrialFigures } from './tables.ts'

/** Writes down that the last recipient of a trial has an outcome. Returns when. */
export async function endTrial(db: Db, storeId: number, id: number, figures: TrialFigures): Promise<string> {
  const { trial_ended_at } = await db
    .updateTable('broadcast')
    .set({
      trial_ended_at: sql<string>`clock_timestamp()`,
      trial_figures: JSON.stringify(figures),
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('trial_ended_at')
    .executeTakeFirstOrThrow()
  return trial_ended_at!
}

interface TextChoice {
  choice: NonNullable<BroadcastRow['text_choice']>
  figures: TrialFigures
  /** Null: the figures chose. */
  userId: number | null
}

/** Chooses the text of everybody outside of the trial, once. Returns false if it was chosen before. */
export async function chooseText(
  db: Db,
  storeId: number,
  id: number,
  { choice, figures, userId }: TextChoice,
): Promise<boolean> {
  const chosen = await db
    .updateTable('broadcast')
    .set({
      text_choice: choice,
      text_chosen_at: sql<string>`clock_timestamp()`,
      text_chosen_by: userId,
      trial_figures: JSON.stringify(figures),
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('trial_ended_at', 'is not', null)
    .where('text_choice', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return chosen !== undefined
}
