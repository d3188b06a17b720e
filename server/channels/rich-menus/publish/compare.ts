import type { LineObject } from '../objects.ts'
import type { RichMenuRow } from '../queries.ts'

/** An object of LINE's list, with its menu and version if this server made it. */
interface Listed {
  lineId: string
  named: { menuId: number; version: number } | undefined
}

interface Differences {
  /** Made by a call whose end was never written down, and needed. */
  adopted: { lineId: string; menuId: number; version: number }[]
  /** Made by this server, and needed by nothing. */
  orphans: string[]
  /** Written down, and gone at LINE. */
  missing: LineObject[]
}

/** Compares LINE's list with what was written down. Menus that were made elsewhere are no matter of this server. */
export function compareLists(
  listed: readonly Listed[],
  known: readonly LineObject[],
  menus: readonly Pick<RichMenuRow, 'id' | 'version' | 'status'>[],
): Differences {
  const ids = new Set(known.map(({ line_id }) => line_id))
  const found = new Set(listed.map(({ lineId }) => lineId))
  const taken = new Set(
    known.filter(({ state }) => state !== 'retiring').map((one) => `${one.rich_menu_id} ${one.version}`),
  )
  const adopted: Differences['adopted'] = []
  const orphans: string[] = []
  for (const { lineId, named } of listed) {
    if (!named || ids.has(lineId)) continue
    const { menuId, version } = named
    const needs = menus.some((menu) => menu.id === menuId && menu.version === version && menu.status === 'in_use')
    const key = `${menuId} ${version}`
    if (needs && version > 0 && !taken.has(key)) {
      taken.add(key)
      adopted.push({ lineId, menuId, version })
    } else orphans.push(lineId)
  }
  return { adopted, orphans, missing: known.filter(({ line_id }) => !found.has(line_id)) }
}
