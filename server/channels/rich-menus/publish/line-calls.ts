import { z } from 'zod'
import { outsideId, outsideText } from '../../../core/outside-text.ts'
import { callLine, fetchLine, type LineCore, type LineCredentials, LineError } from '../../accounts/line-client.ts'

const MenuId = outsideId(100)
const Created = z.object({ richMenuId: MenuId })
const Listed = z.object({ richmenus: z.array(z.object({ richMenuId: MenuId, name: outsideText(300) })) })

const Count = z.int().min(0).max(2_147_483_647)
/** LINE leaves all but the id out if fewer than 20 people tapped. */
const Summary = z.object({
  clicks: z
    .array(
      z.object({
        bounds: z.object({ x: Count, y: Count, width: Count, height: Count }),
        metrics: z.object({ count: Count }),
      }),
    )
    .optional(),
})

const MENUS = '/v2/bot/richmenu'
const DEFAULT = '/v2/bot/user/all/richmenu'

/** LINE's calls of rich menus, for one account. */
export type LineMenus = ReturnType<typeof lineMenus>

export function lineMenus(core: LineCore, credentials: LineCredentials) {
  const call = (method: 'POST' | 'DELETE', path: string, json?: object) =>
    callLine(core, credentials, path, { method, ...(json && { json }) })
  return {
    create: async (object: object) => (await fetchLine(core, credentials, MENUS, Created, { json: object })).richMenuId,
    upload: (id: string, picture: Buffer) =>
      callLine(core, credentials, `${MENUS}/${id}/content`, { data: picture, contentType: 'image/jpeg' }),
    /** Returns true if LINE has the picture of a menu. */
    hasPicture: (id: string) => isThere(callLine(core, credentials, `${MENUS}/${id}/content`, { fromData: true })),
    list: async () => (await fetchLine(core, credentials, `${MENUS}/list`, Listed)).richmenus,
    /** Deletes a menu, or finds it deleted. */
    remove: (id: string) => isThere(call('DELETE', `${MENUS}/${id}`)),
    defaultId: async () => {
      try {
        return (await fetchLine(core, credentials, DEFAULT, Created)).richMenuId
      } catch (error) {
        if (error instanceof LineError && error.status === 404) return null
        throw error
      }
    },
    setDefault: (id: string) => call('POST', `${DEFAULT}/${id}`),
    cancelDefault: () => call('DELETE', DEFAULT),
    /** Leads an alias to a menu, whether it is new or led elsewhere. */
    async moveAlias(alias: string, id: string) {
      if (await isThere(call('POST', `${MENUS}/alias/${alias}`, { richMenuId: id }), [400, 404])) return
      await call('POST', `${MENUS}/alias`, { richMenuAliasId: alias, richMenuId: id })
    },
    removeAlias: (alias: string) => isThere(call('DELETE', `${MENUS}/alias/${alias}`)),
    /** Returns LINE's counts of taps by area, of days `yyyymmdd`; undefined if it shows none, or has the menu no more. */
    async taps(id: string, from: string, to: string) {
      const path = `/v2/bot/insight/richmenu/${id}/summary?from=${from}&to=${to}`
      try {
        return (await fetchLine(core, credentials, path, Summary)).clicks
      } catch (error) {
        if (error instanceof LineError && error.status === 404) return undefined
        throw error
      }
    },
    linkUser: (userId: string, id: string) => call('POST', `/v2/bot/user/${userId}/richmenu/${id}`),
  }
}

/** Returns false if LINE has no such thing. */
async function isThere(calling: Promise<unknown>, missing: readonly number[] = [404]): Promise<boolean> {
  try {
    await calling
    return true
  } catch (error) {
    if (error instanceof LineError && missing.includes(error.status)) return false
    throw error
  }
}
