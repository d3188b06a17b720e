import { z } from 'zod'
import { outsideId } from '../../../core/outside-text.ts'
import {
  callLine,
  fetchLine,
  isBusy,
  type LineCore,
  type LineCredentials,
  LineError,
  LineUnreachable,
} from '../../accounts/line-client.ts'
import type { MoveSet } from './moves.ts'

/**
 * Outcome of a call: LINE accepted it, could not answer or did so in a way that says nothing, refuses the account, does not know the menu, or
 * refuses the body.
 */
export type Outcome = 'accepted' | 'unknown' | 'locked' | 'no_menu' | 'refused'

/** Links a set to its menu, or unlinks it. LINE accepts sets whole and says nothing of single users. */
export async function moveAtLine(core: LineCore, credentials: LineCredentials, set: MoveSet): Promise<Outcome> {
  const { lineId, userIds } = set
  const path = `/v2/bot/richmenu/bulk/${lineId === null ? 'unlink' : 'link'}`
  try {
    await callLine(core, credentials, path, { json: { ...(lineId !== null && { richMenuId: lineId }), userIds } })
    return 'accepted'
  } catch (error) {
    const failed = failureOf(error)
    if (failed !== 'refused' || lineId === null) return failed
    return (await isMenuThere(core, credentials, lineId)) ? 'refused' : 'no_menu'
  }
}

function failureOf(error: unknown): Exclude<Outcome, 'accepted' | 'no_menu'> {
  if (error instanceof LineUnreachable) return 'unknown'
  if (!(error instanceof LineError)) throw error
  if (isBusy(error)) return 'unknown'
  return error.status === 401 || error.status === 403 ? 'locked' : 'refused'
}

/** Returns false only if LINE says that the menu does not exist. */
async function isMenuThere(core: LineCore, credentials: LineCredentials, lineId: string): Promise<boolean> {
  try {
    await callLine(core, credentials, `/v2/bot/richmenu/${encodeURIComponent(lineId)}`)
    return true
  } catch (error) {
    failureOf(error)
    return !(error instanceof LineError && error.status === 404)
  }
}

const MenuOfUser = z.object({ richMenuId: outsideId(100) })

/** Returns the menu to which LINE has linked a user; null for none, undefined if LINE did not answer. */
export async function menuAtLine(core: LineCore, credentials: LineCredentials, userId: string) {
  try {
    const path = `/v2/bot/user/${encodeURIComponent(userId)}/richmenu`
    return (await fetchLine(core, credentials, path, MenuOfUser)).richMenuId
  } catch (error) {
    if (error instanceof LineError && error.status === 404) return null
    failureOf(error)
    return undefined
  }
}
