import type { RoleHome } from '@ruam/contract/access/preset-roles.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { type ComponentType, createContext, useContext } from 'react'
import type { StoreData } from '../data/storage.ts'
import { mayFollow, type RouteName, type Title, type TitleWord } from '../ui/route.tsx'

type Icon = ComponentType<{ size?: number; stroke?: number }>

/** A group of the side menu; one without entries of its own leads to `to`. */
export interface MenuGroup {
  title: TitleWord
  icon: Icon
  to?: RouteName
  /** Screen of the group in the whole menu; `to` is the first one that the person may open. */
  of?: RouteName
  /** Sibling screens, as tabs: the group leads to the first permitted one. */
  tabs?: readonly RouteName[]
  entries: readonly MenuEntry[]
}

interface MenuEntry {
  title: Title
  to: RouteName
  /** Screen of the entry in the whole menu, which its tabs name as theirs; `to` is the first one that the person may open. */
  of?: RouteName
  /** Sibling screens, as tabs: the item leads to the first permitted one. */
  tabs?: readonly RouteName[]
  /** It is there only where the server's settings say so. */
  flag?: keyof Flags
}

/** The whole side menu, for screens that show what of it others see. */
export const MenuContext = createContext<readonly MenuGroup[]>([])
export const useMenu = () => useContext(MenuContext)

/** Features enabled by server settings. */
type Flags = NonNullable<StoreData['flags']>

/** Screens of the homes that a role can choose. */
const homes: Record<RoleHome, string> = { overview: 'dashboard', counter: 'counter', customers: 'profile-list' }

const screensOf = ({ to, tabs = [] }: Pick<MenuGroup, 'to' | 'tabs'>): RouteName[] => (to ? [to, ...tabs] : [])

const leadsTo = (group: MenuGroup, screen: string | undefined) =>
  screensOf(group).some((to) => to === screen) || group.entries.some((entry) => entry.to === screen)

/** Filters a menu to existing screens the person may open; the group of their start screen comes first. */
export function visibleMenu(
  menu: readonly MenuGroup[],
  rights: Rights | undefined,
  { flags, home }: { flags?: Flags | undefined; home?: RoleHome | undefined } = {},
): MenuGroup[] {
  const groups = menu.flatMap((group) => {
    const entries = group.entries.flatMap((entry) => {
      if (entry.flag && flags?.[entry.flag] !== true) return []
      const [first, ...others] = [entry.to, ...(entry.tabs ?? [])].filter((to) => mayFollow(rights, to))
      return first ? [{ ...entry, of: entry.to, to: first, tabs: others }] : []
    })
    const [own, ...others] = screensOf(group).filter((to) => mayFollow(rights, to))
    if (own) return [{ ...group, ...(group.to && { of: group.to }), to: own, tabs: others, entries }]
    return entries.length > 0 ? [{ title: group.title, icon: group.icon, entries }] : []
  })
  const start = startScreenOf(menu, rights, home)
  const first = groups.find((group) => leadsTo(group, start))
  return first ? [startingAt(first, start), ...groups.filter((group) => group !== first)] : groups
}

/** Returns a group that leads to its tab when that is the start screen. */
function startingAt(group: MenuGroup, start: RouteName | undefined): MenuGroup {
  if (!group.to || !start || !group.tabs?.includes(start)) return group
  return { ...group, to: start, tabs: [group.to, ...group.tabs.filter((tab) => tab !== start)] }
}

/** Start screen: the home of the role, else the first permitted one of the menu (product decisions section 2). */
export function startScreenOf(
  menu: readonly MenuGroup[],
  rights: Rights | undefined,
  home?: RoleHome,
): RouteName | undefined {
  const screens = menu
    .flatMap((group) => [
      ...screensOf(group),
      // Optional features never become the home screen.
      ...group.entries.flatMap((entry) => (entry.flag ? [] : [entry.to, ...(entry.tabs ?? [])])),
    ])
    .filter((to) => mayFollow(rights, to))
  return screens.find((to) => home && to === homes[home]) ?? screens[0]
}
