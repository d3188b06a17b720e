import { rightRequests } from '@ruam/contract/access/right-requests.ts'
import { rightName } from '@ruam/contract/access/rights-matrix.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { call } from '../data/api.ts'
import type { ApiError } from '../data/request.ts'
import { refreshRights } from '../data/session.ts'
import { wordsNow } from '../data/text.ts'
import { alerts } from './alerts.ts'
import { lackedText } from './lacked-words.ts'

/** Sends a request for rights to the owners, and shows the outcome. Returns true if the owners have it. */
export async function requestRights(rights: readonly Permission[]): Promise<boolean> {
  const t = wordsNow(lackedText)
  try {
    const { sent } = await call(rightRequests.create, { body: { permissions: [...rights] } })
    alerts.success(sent.length > 0 ? t.sent : t.sentBefore)
    // An owner may have granted it meanwhile.
    if (sent.length === 0) void refreshRights().catch(() => undefined)
    return true
  } catch (error) {
    alerts.error((error as Error).message)
    return false
  }
}

/** The right that a refusal names; undefined if it names none that an owner could grant. */
export function refusedRight({ details }: ApiError): Permission | undefined {
  const [first = ''] = String(details.permission ?? '').split('|')
  return rightName(first, 'en') === '' ? undefined : (first as Permission)
}

/** Shows a refusal with a way to ask for the right. */
export function alertRefusal(error: ApiError): void {
  const right = refusedRight(error)
  const action = right && { label: wordsNow(lackedText).ask, onClick: () => requestRights([right]) }
  alerts.error(error.message, { id: 'refused', ...(action && { action, autoClose: 12_000 }) })
}
