import { createHmac } from 'node:crypto'

/** Mark in the names of a store's menus at LINE, different from those of other installations. */
export interface Naming {
  secretKey: string
  storeId: number
}

const tagOf = ({ secretKey, storeId }: Naming) =>
  createHmac('sha256', secretKey).update(`rich menus of ${storeId}`).digest('hex').slice(0, 10)

/** Returns the alias of a menu at LINE, the same for all of its versions. At most 32 letters. */
export const aliasOf = (naming: Naming, menuId: number): string => `ruam-${tagOf(naming)}-${menuId}`

/** Returns the name of a version at LINE. Version 0 is a trial. */
export const objectName = (naming: Naming, menuId: number, version: number): string =>
  `ruam ${tagOf(naming)} ${menuId} ${version}`

/** Reads the name of an object at LINE. Returns undefined for menus that were made elsewhere. */
export function readObjectName(naming: Naming, name: string): { menuId: number; version: number } | undefined {
  const [, tag, menuId, version] = /^ruam ([0-9a-f]{10}) (\d{1,10}) (\d{1,10})$/.exec(name) ?? []
  return tag === tagOf(naming) ? { menuId: Number(menuId), version: Number(version) } : undefined
}
