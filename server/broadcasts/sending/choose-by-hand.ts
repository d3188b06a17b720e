import type { textChoices } from '@ruam/contract/broadcasts/ab-test.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { trialFigures } from '../ab-test/figures.ts'
import { type BroadcastRow, setState } from '../records/queries.ts'
import { stateError } from '../records/state-error.ts'
import { chooseText } from '../records/trial.ts'
import { activeAccount, wakeSender } from './schedule.ts'

const now = sql<string>`clock_timestamp()` as unknown as string

interface Chosen {
  choice: (typeof textChoices)[number]
  userId: number
}

/** Chooses the text of a broadcast that the caller holds, and goes on with it unless a person paused it. */
export async function chooseByHand(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  row: BroadcastRow,
  { choice, userId }: Chosen,
): Promise<void> {
  if (row.status !== 'pending' || row.frozen_at === null || !row.ab_test) throw stateError(row)
  if (row.text_choice !== null) throw new ApiError('text_chosen')
  if (row.trial_ended_at === null) throw new ApiError('trial_running')
  const { id: channelId } = await activeAccount(db, storeId, row)
  const figures = await trialFigures(db, storeId, row)
  if (!(await chooseText(db, storeId, row.id, { choice, figures, userId }))) throw new ApiError('text_chosen')
  if (row.reason !== 'choice' && row.reason !== 'trial') return
  await setState(db, storeId, row.id, { sub_status: 'queued', reason: null, wait_until: null, due_at: now })
  await wakeSender(core, db, storeId, channelId)
}
