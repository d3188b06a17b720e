import type { Trial } from '@ruam/contract/broadcasts/ab-test.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { compared, withClicks } from './figures.ts'

/** Returns when figures choose the text, or null if a person does or the trial has not ended. */
export function decidesAt({
  ab_test,
  trial_ended_at,
}: Pick<BroadcastRow, 'ab_test' | 'trial_ended_at'>): string | null {
  if (trial_ended_at === null || ab_test?.decide !== 'after') return null
  return new Date(Date.parse(trial_ended_at) + ab_test.hours * 3_600_000).toISOString()
}

/** Returns the trial of a broadcast as staff see it, or null if it has none. */
export async function trialOf(db: Db, storeId: number, row: BroadcastRow): Promise<Trial | null> {
  const { ab_test, frozen_at, trial_ended_at, trial_figures, text_choice, text_chosen_at, text_chosen_by } = row
  if (!ab_test || frozen_at === null) return null
  const isOpen = text_choice === null && trial_figures !== null
  const figures = isOpen ? await withClicks(db, storeId, row.id, trial_figures) : trial_figures
  return {
    ended_at: trial_ended_at,
    decides_at: decidesAt(row),
    figures: figures && compared(figures),
    choice: text_choice,
    chosen_at: text_chosen_at,
    chosen_by: text_chosen_by === null ? null : await nameOf(db, text_chosen_by),
  }
}

async function nameOf(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select btrim(first_name || ' ' || last_name) as name from users where id = ${userId}`.execute(db)
  return rows[0]?.name ?? ''
}
