import { incidentLetterApprovalNotice, incidentLetters } from '@ruam/contract/privacy/letters.ts'
import { sql } from 'kysely'
import { waitingOfLetter } from '../../broadcasts/records/letters.ts'
import { lockBroadcast } from '../../broadcasts/records/queries.ts'
import { cancel, resume } from '../../broadcasts/sending/actions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { notify } from '../../notifications/notify.ts'
import { lockIncident, storedIncident } from '../incidents/queries.ts'
import { changeLetter, type LetterRow, letterState, lockLetter, viewLetters } from './queries.ts'
import { sendLetter } from './send.ts'

const now = sql<string>`clock_timestamp()`

export const incidentLetterRoutes = implement(incidentLetters, {
  async get({ db, storeId, user, params: { id } }) {
    await storedIncident(db, storeId, id)
    return viewLetters(db, storeId, user.id, id)
  },

  async save({ db, storeId, user, params: { id }, body: { origin_time, ...texts }, fail, stale, audit }) {
    await lockIncident(db, storeId, id)
    const newest = await lockLetter(db, storeId, id)
    const state = newest && (await letterState(db, newest))
    if (!newest || state === 'sent' || state === 'stopped') {
      if (origin_time !== null) throw stale(await viewLetters(db, storeId, user.id, id))
      const key = { store_id: storeId, incident_id: id, number: (newest?.number ?? 0) + 1 }
      await db
        .insertInto('incident_letter')
        .values({ ...key, ...texts, author_ids: [user.id] })
        .execute()
    } else {
      if (newest.updated_at !== origin_time) throw stale(await viewLetters(db, storeId, user.id, id))
      if (state !== 'draft') throw fail('letter_state')
      await changeLetter(db, newest, { ...texts, author_ids: withAuthor(newest, user.id) })
    }
    await audit('incident', id)
    return viewLetters(db, storeId, user.id, id)
  },

  async submit({ db, storeId, user, params: { id }, body: { origin_time }, fail, stale, audit }) {
    const letter = await locked(db, storeId, id)
    if (letter.updated_at !== origin_time) throw stale(await viewLetters(db, storeId, user.id, id))
    if (letter.status !== 'draft') throw fail('letter_state')
    await changeLetter(db, letter, { status: 'awaiting', submitted_at: now, submitted_by: user.id })
    await notify(db, storeId, incidentLetterApprovalNotice, { ending: 'completed', data: { incident_id: id } })
    await audit('incident', id, { letter: letter.number })
    return viewLetters(db, storeId, user.id, id)
  },

  async approve({ core, db, storeId, user, params: { id }, body: { origin_time }, fail, stale, audit }) {
    const letter = await locked(db, storeId, id)
    if (letter.updated_at !== origin_time) throw stale(await viewLetters(db, storeId, user.id, id))
    if (letter.status !== 'awaiting') throw fail('letter_state')
    if (letter.author_ids.includes(user.id)) throw fail('letter_own_approval')
    await changeLetter(db, letter, { status: 'approved', approved_at: now, approved_by: user.id })
    const people = await sendLetter(core, db, storeId, user.rights, letter)
    await audit('incident', id, { letter: letter.number, people })
    return viewLetters(db, storeId, user.id, id)
  },

  async stop({ db, storeId, user, params: { id }, fail, audit }) {
    const letter = await locked(db, storeId, id)
    if (letter.status === 'awaiting')
      await changeLetter(db, letter, { status: 'draft', submitted_at: null, submitted_by: null })
    else {
      const waiting = await waitingOfLetter(db, storeId, { incidentId: id, number: letter.number })
      if (waiting.length === 0) throw fail('letter_state')
      for (const one of waiting) await cancel(db, storeId, (await lockBroadcast(db, storeId, one))!)
    }
    await audit('incident', id, { letter: letter.number })
    return viewLetters(db, storeId, user.id, id)
  },

  async resume({ core, db, storeId, user, params: { id }, fail, audit }) {
    const letter = await locked(db, storeId, id)
    let resumed = false
    for (const one of await waitingOfLetter(db, storeId, { incidentId: id, number: letter.number })) {
      const row = (await lockBroadcast(db, storeId, one))!
      if (row.sub_status !== 'paused') continue
      await resume(core, db, storeId, row)
      resumed = true
    }
    if (!resumed) throw fail('letter_state')
    await audit('incident', id, { letter: letter.number })
    return viewLetters(db, storeId, user.id, id)
  },
})

const withAuthor = ({ author_ids }: LetterRow, id: number) => [...new Set([...author_ids, id])]

/** Locks an incident and its newest letter. Throws not_found. */
async function locked(db: Db, storeId: number, incidentId: number): Promise<LetterRow> {
  await lockIncident(db, storeId, incidentId)
  const letter = await lockLetter(db, storeId, incidentId)
  if (!letter) throw new ApiError('not_found')
  return letter
}
