import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { newTarget } from '../../broadcasts/calls/written.ts'
import type { Member } from '../store.testing.ts'
import { change, draft, read, type Scene } from './broadcasts.testing.ts'

const noHoldout = { share: 0, off_reason: null, repeats_id: null } as const

/** Everyone at LINE. */
export const lineAll = { ...newTarget, type: 'line_all' as const }

/** Writes a draft to everyone at LINE. */
export const draftToAll = (made: Scene, more: object = {}) =>
  draft(made, { target: lineAll, holdout: noHoldout, ...more })

/** Asks for the approval of a draft. `withdrawn`: friends who withdrew, as the author confirms them. */
export async function request(made: Scene, id: number, withdrawn: number | undefined = 0) {
  const { updated_at: origin_time } = await read(made, id)
  return made.store.try(broadcasts.update, {
    body: { id, origin_time, status: 'pending', ...(withdrawn !== undefined && { withdrawn }) },
  })
}

/** Approves what waits for it. */
export async function approve(made: Scene, id: number, by: Pick<Member, 'try'> = made.store, withdrawn = 0) {
  const { version } = await read(made, id)
  return by.try(broadcasts.approve, { params: { id: String(id) }, body: { version, withdrawn } })
}

/** Writes a draft to everyone, asks and approves. Returns its id. */
export async function scheduleToAll(made: Scene, more: object = {}): Promise<number> {
  const { id } = await draftToAll(made, more)
  const asked = await request(made, id)
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
  const approved = await approve(made, id)
  if (approved.status !== 200) throw new Error(JSON.stringify(approved.body))
  return id
}

/** The time of a draft: in an hour. */
export const later = () => ({
  schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString(), time_zone: 'Asia/Bangkok' } as const,
})

/** Schedules a broadcast to everyone for an hour later. */
export const scheduleLater = (made: Scene): Promise<number> => scheduleToAll(made, later())

/** Has its time come, a day after LINE's last count. */
export const dueADayLater = (made: Scene, id: number) =>
  change(
    made,
    'update broadcast set due_at = now(), line_counted_on = line_counted_on - 1 where store_id = $1 and id = $2',
    [id],
  )

/** Restricts the data of a customer, or lifts that. */
export const restrict = (made: Scene, profileId: number, isRestricted = true) =>
  change(made, `update profile set restricted_at = case when $3 then now() end where store_id = $1 and id = $2`, [
    profileId,
    isRestricted,
  ])

/** Calls of LINE for everyone that it accepted, as often as it did. */
export const callsForAll = ({ state, line }: Scene) => [
  ...new Set(
    state.accepted
      .filter(({ channelId, call }) => channelId === line.id && call === 'broadcast')
      .map(({ requestId }) => requestId),
  ),
]
