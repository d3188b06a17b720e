import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { actions } from './messages.ts'
import type { Channel, State } from './state.ts'

/** LINE's limits (from memory, verify). */
const MAX_MENUS = 1000

const side = z.int().min(1)
const place = z.int().min(0)

const richMenuSwitch = z.strictObject({
  type: z.literal('richmenuswitch'),
  label: z.string().max(20).optional(),
  richMenuAliasId: z.string().regex(/^[a-z0-9_-]{1,32}$/),
  data: z.string().min(1).max(300),
})

/** LINE's rich menu object, checked as strictly as the real server does. */
export const RichMenuObject = z
  .strictObject({
    size: z.strictObject({ width: side.min(800).max(2500), height: side.min(250) }),
    selected: z.boolean(),
    name: z.string().min(1).max(300),
    chatBarText: z.string().min(1).max(14),
    areas: z
      .array(
        z.strictObject({
          bounds: z.strictObject({ x: place, y: place, width: side, height: side }),
          action: z.discriminatedUnion('type', [...actions, richMenuSwitch]),
        }),
      )
      .max(20),
  })
  .superRefine(({ size, areas }, { addIssue }) => {
    if (size.width / size.height < 1.45)
      addIssue({ code: 'custom', path: ['size'], message: 'The aspect ratio (width / height) must be at least 1.45' })
    for (const [index, { bounds }] of areas.entries())
      if (bounds.x + bounds.width > size.width || bounds.y + bounds.height > size.height)
        addIssue({ code: 'custom', path: ['areas', index, 'bounds'], message: 'Must be within the size of the menu' })
  })

interface RichMenu {
  richMenuId: string
  object: z.infer<typeof RichMenuObject>
  /** Bytes of its picture; null until it is uploaded. */
  image: Buffer | null
}

/** Rich menus of an account. */
export interface RichMenus {
  menus: Map<string, RichMenu>
  aliases: Map<string, string>
  defaultId: string | null
  /** Menus of single users, by user. */
  linked: Map<string, string>
  /** Calls that linked or unlinked sets of users, in milliseconds since 1970. `menu`: null for an unlinked set. */
  bulkCalls: { at: number; menu: string | null; userIds: readonly string[] }[]
  /** Taps on areas, by their index. */
  taps: { at: number; menu: string; area: number; userId: string }[]
  batches: Map<string, { phase: 'succeeded'; acceptedTime: string; completedTime: string }>
}

/** Returns the rich menus of an account. */
export function richMenusOf(state: State, { id }: Pick<Channel, 'id'>): RichMenus {
  const known = state.richMenus.get(id)
  if (known) return known
  const made: RichMenus = {
    ...{ menus: new Map(), aliases: new Map(), defaultId: null },
    ...{ linked: new Map(), bulkCalls: [], taps: [], batches: new Map() },
  }
  state.richMenus.set(id, made)
  return made
}

/** Creates a menu. Returns its id, or undefined if the account has as many as LINE takes. */
export function createRichMenu({ menus }: RichMenus, object: RichMenu['object']): string | undefined {
  if (menus.size >= MAX_MENUS) return undefined
  const richMenuId = `richmenu-${randomBytes(16).toString('hex')}`
  menus.set(richMenuId, { richMenuId, object, image: null })
  return richMenuId
}

/** Deletes a menu: its users fall back to the default one. Aliases that lead to it stay, and lead nowhere. */
export function deleteRichMenu(own: RichMenus, id: string): boolean {
  if (!own.menus.delete(id)) return false
  if (own.defaultId === id) own.defaultId = null
  for (const [user, linked] of own.linked) if (linked === id) own.linked.delete(user)
  return true
}

/** Returns the id of the menu that a user sees, as the chat shows it: their own one, else the default one. */
export const visibleMenu = ({ linked, defaultId }: RichMenus, userId: string): string | null =>
  linked.get(userId) ?? defaultId

/** Lets a user tap an area that switches menus, as the chat does. Returns false if its alias leads nowhere. */
export function switchMenu({ aliases, menus, linked }: RichMenus, userId: string, alias: string): boolean {
  const to = aliases.get(alias)
  if (to === undefined || !menus.has(to)) return false
  linked.set(userId, to)
  return true
}
