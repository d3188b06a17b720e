import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { call } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { type Act, type ActKind, type ActTrouble, isTick } from './act.ts'

/** Outcome of an act: recorded as an activity, already taken back, or in need of a person. */
export type Sent = { activityId: number; profileId: number } | { done: true } | { trouble: ActTrouble; reason?: string }

/** Returns the activity that the server has recorded; 0 for a tick. */
type Send = (act: Act, id: number) => Promise<number>

const fromDevice = ({ at, id }: Act) => ({ activityAt: at, idempotencyKey: id })

const markFollowUp = async ({ noteId = 0 }: Act, id: number, done: boolean) => {
  await call(profileActivities.markNote, { params: { id, activityId: noteId }, body: { done } })
  return 0
}
const markBirthday = async (id: number, done: boolean) => {
  await call(workListCalls.mark, { body: { kind: 'birthdays', profileIds: [id], done } })
  return 0
}

const senders: Record<ActKind, Send> = {
  visit: async (act, id) => (await call(profileActivities.visit, { params: { id }, body: fromDevice(act) })).id,
  sale: async (act, id) => {
    const { amount = 0, bill } = act
    const body = { ...fromDevice(act), amount, ...(bill && { billNumber: bill }) }
    return (await call(profileActivities.sale, { params: { id }, body })).id
  },
  note: async (act, id) => {
    const body = { ...fromDevice(act), text: act.text ?? '' }
    return (await call(profileActivities.note, { params: { id }, body })).id
  },
  activity: async (act, id) => {
    const body = { ...fromDevice(act), activityTypeId: act.typeId ?? 0 }
    return (await call(profileActivities.create, { params: { id }, body })).id
  },
  'follow-up': (act, id) => markFollowUp(act, id, true),
  birthday: (_, id) => markBirthday(id, true),
}

/** Records an act, by the rights that the person has now. Throws if the server cannot be reached. */
export async function sendAct(act: Act): Promise<Sent> {
  const id = act.profileId ?? (await ownerOfNumber(act.phone ?? ''))
  if (typeof id === 'string') return { trouble: id }
  try {
    return { activityId: await senders[act.kind](act, id), profileId: id }
  } catch (error) {
    return troubleOf(error, act)
  }
}

/** Takes a recorded act back. One that is gone is as wanted. */
export async function takeActBack(act: Act, known: { profileId: number; activityId: number }): Promise<Sent> {
  const { profileId: id, activityId } = known
  try {
    if (act.kind === 'follow-up') await markFollowUp(act, id, false)
    else if (act.kind === 'birthday') await markBirthday(id, false)
    else await call(profileActivities.delete, { params: { id, activityId } })
    return { done: true }
  } catch (error) {
    return isApiError(error, 'not_found') ? { done: true } : troubleOf(error, act)
  }
}

async function ownerOfNumber(phone: string): Promise<number | 'nobody' | 'several' | 'forbidden'> {
  try {
    const { data } = await call(profiles.same, { query: { phone } })
    const ids = new Set(data.filter(({ by }) => by === 'phone').map(({ id }) => id))
    const [id] = ids
    return id === undefined ? 'nobody' : ids.size > 1 ? 'several' : id
  } catch (error) {
    if (isApiError(error, 'forbidden')) return 'forbidden'
    throw error
  }
}

function troubleOf(error: unknown, act: Act): Sent {
  if (isApiError(error, 'already_exists')) return { done: true }
  if (isApiError(error, 'forbidden', 'dpa_required')) return { trouble: 'forbidden', reason: error.message }
  // A customer who is gone is on no list.
  if (isApiError(error, 'not_found')) return isTick(act) ? { done: true } : { trouble: 'gone' }
  // A refusal that another attempt would meet again.
  if (isApiError(error) && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status))
    return { trouble: 'refused', reason: error.message }
  throw error
}
