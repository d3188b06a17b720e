import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { call } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import type { Act, ActTrouble } from './act.ts'

/** Outcome of an act: recorded as an activity, already taken back, or in need of a person. */
export type Sent = { activityId: number; profileId: number } | { done: true } | { trouble: ActTrouble; reason?: string }

/** Records an act, by the rights that the person has now. Throws if the server cannot be reached. */
export async function sendAct(act: Act): Promise<Sent> {
  const id = act.profileId ?? (await ownerOfNumber(act.phone ?? ''))
  if (typeof id === 'string') return { trouble: id }
  const params = { id }
  const device = { activityAt: act.at, idempotencyKey: act.id }
  try {
    const { id: activityId } =
      act.kind === 'visit'
        ? await call(profileActivities.visit, { params, body: device })
        : act.kind === 'sale'
          ? await call(profileActivities.sale, {
              params,
              body: { ...device, amount: act.amount ?? 0, ...(act.bill && { billNumber: act.bill }) },
            })
          : await call(profileActivities.note, { params, body: { ...device, text: act.text ?? '' } })
    return { activityId, profileId: id }
  } catch (error) {
    return troubleOf(error)
  }
}

/** Takes a recorded act back. One that is gone is as wanted. */
export async function takeActBack({ profileId, activityId }: { profileId: number; activityId: number }): Promise<Sent> {
  try {
    await call(profileActivities.delete, { params: { id: profileId, activityId } })
    return { done: true }
  } catch (error) {
    return isApiError(error, 'not_found') ? { done: true } : troubleOf(error)
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

function troubleOf(error: unknown): Sent {
  if (isApiError(error, 'already_exists')) return { done: true }
  if (isApiError(error, 'forbidden', 'dpa_required')) return { trouble: 'forbidden', reason: error.message }
  if (isApiError(error, 'not_found')) return { trouble: 'gone' }
  // A refusal that another attempt would meet again.
  if (isApiError(error) && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status))
    return { trouble: 'refused', reason: error.message }
  throw error
}
