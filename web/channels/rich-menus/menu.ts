import type { RichMenuAction } from '@ruam/contract/channels/rich-menu.ts'
import { richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import type { richMenuFaults } from '@ruam/contract/channels/rich-menu-faults.ts'
import type { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import type { Got } from '../../data/api.ts'
import type { MenuSize } from './menu-layouts.ts'

export type MenuList = Got<typeof richMenus.list>
export type MenuSummary = MenuList['menus'][number]
export type Menu = Got<typeof richMenus.get>
export type MenuArea = Menu['areas'][number]
export type MenuAction = NonNullable<MenuArea['action']>
export type ActionOf<T extends MenuAction['type']> = Extract<MenuAction, { type: T }>

export type MenuFault = ReturnType<typeof richMenuFaults>[number]
type Written = Parameters<typeof richMenuFaults>[0]

/** Returns an action as the contract's rules read it. */
function writtenAction(action: MenuAction): RichMenuAction {
  switch (action.type) {
    case 'answer':
      return { type: 'answer', answer_id: action.answerId }
    case 'menu':
      return { type: 'menu', rich_menu_id: action.richMenuId }
    default:
      return action
  }
}

const writtenPicture = ({ fileName, ...picture }: NonNullable<MenuDraft['picture']>) => ({
  ...picture,
  file_name: fileName,
})

/** Parts of a menu that an edit changes. */
export const menuParts = [
  ...(['name', 'chatBarText', 'opens', 'size', 'picture', 'areas'] as const),
  ...(['labelIds', 'startsAt', 'endsAt'] as const),
]
export type MenuPart = (typeof menuParts)[number]
export type MenuDraft = Pick<Menu, MenuPart>

/** Returns a draft as the contract's rules read it. */
export const written = (draft: MenuDraft, { isDefault, myData }: Pick<Menu, 'isDefault' | 'myData'>): Written => ({
  chat_bar_text: draft.chatBarText,
  opens: draft.opens,
  size: draft.size,
  picture: draft.picture && writtenPicture(draft.picture),
  areas: draft.areas.map((area) => ({ ...area, action: area.action && writtenAction(area.action) })),
  label_ids: draft.labelIds,
  starts_at: draft.startsAt,
  ends_at: draft.endsAt,
  is_default: isDefault,
  my_data: myData,
})

/** Returns the area in another size of the picture: as high a share of it as before. */
export function resized<A extends MenuArea>(area: A, from: MenuSize, to: MenuSize): A {
  const by = richMenuSizes[to].height / richMenuSizes[from].height
  const top = Math.round(area.y * by)
  return { ...area, y: top, height: Math.round((area.y + area.height) * by) - top }
}

/** Names the areas by their place: A, B, C. */
export const lettered = (areas: readonly Omit<MenuArea, 'letter'>[]): MenuArea[] =>
  areas.map((area, index) => ({ ...area, letter: String.fromCharCode(65 + index) }))

/** Returns whether a menu that is in use is shown now, will be, or was. */
export function timeOf({ startsAt, endsAt }: Pick<MenuSummary, 'startsAt' | 'endsAt'>, now = Date.now()) {
  if (startsAt !== null && Date.parse(startsAt) > now) return 'later'
  return endsAt !== null && Date.parse(endsAt) <= now ? 'over' : 'now'
}

/** True if both name the same labels. */
export const sameIds = (ids: readonly number[], others: readonly number[]) =>
  ids.length === others.length && ids.every((id) => others.includes(id))

/** Returns the friends who get a menu once it is used, or undefined while other segments are not counted. */
export const reachedOf = ({ reached, labelIds }: Menu, draft: MenuDraft): number | undefined =>
  sameIds(draft.labelIds, labelIds) ? (reached ?? undefined) : undefined
