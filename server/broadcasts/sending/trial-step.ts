import { broadcastChoiceNotice } from '@ruam/contract/broadcasts/notices.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import { notify } from '../../notifications/notify.ts'
import { compared, trialFigures } from '../ab-test/figures.ts'
import { decidesAt } from '../ab-test/trial.ts'
import { type BroadcastRow, setState } from '../records/queries.ts'
import { chooseText, endTrial } from '../records/trial.ts'

/** True while recipients outside of a trial wait for the choice of a text. */
export const awaitsChoice = ({ ab_test, text_choice, queued }: BroadcastRow): boolean =>
  ab_test !== null && text_choice === null && queued > 0

/** Takes the next step after a trial was sent: waits, chooses the text of the others, or asks a person. The caller holds the broadcast. */
export async function trialStep(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  const { id, ab_test } = row
  const counted = await trialFigures(db, storeId, row)
  const trial_ended_at = row.trial_ended_at ?? (await endTrial(db, storeId, id, counted))
  const until = decidesAt({ ab_test, trial_ended_at })
  const hasPeople = counted.a.people + counted.b.people > 0
  if (until !== null && hasPeople && Date.parse(until) > databaseNow())
    return setState(db, storeId, id, { sub_status: 'sending', reason: 'trial', wait_until: until })
  const { better } = compared(counted)
  const isTie = better === 'tie' && ab_test!.tie === 'half'
  const choice = until === null || better === null ? null : isTie ? 'half' : better === 'tie' ? null : better
  if (choice === null) return askForChoice(db, storeId, id)
  if (!(await chooseText(db, storeId, id, { choice, figures: counted, userId: null }))) return
  const act = { action: 'broadcast_text_decided', subject_type: 'broadcast', subject_id: id } as const
  await audit(db, storeId, null, null, { ...act, details: { choice } })
}

/** Ends a trial of all recipients, so that its figures are shown. The caller holds the broadcast. */
export async function endTrialOfAll(db: Db, storeId: number, row: BroadcastRow): Promise<void> {
  if (row.ab_test === null || row.trial_ended_at !== null) return
  await endTrial(db, storeId, row.id, await trialFigures(db, storeId, row))
}

/** Stops until a person chooses a text, and says so. */
async function askForChoice(db: Db, storeId: number, id: number): Promise<void> {
  await setState(db, storeId, id, { sub_status: 'paused', reason: 'choice', wait_until: null })
  await notify(db, storeId, broadcastChoiceNotice, { ending: 'completed', data: { broadcast_id: id } })
}
