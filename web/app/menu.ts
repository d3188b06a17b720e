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
  /** Never the first screen of a role that has not chosen it. */
  chosen?: true
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

const leadsTo = ({ to, entries }: MenuGroup, screen: string | undefined) =>
  to === screen || entries.some((entry) => entry.to === screen)

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
    const own = group.to !== undefined && mayFollow(rights, group.to)
    return own || entries.length > 0 ? [{ ...group, entries }] : []
  })
  const start = startScreenOf(menu, rights, home)
  const first = groups.find((group) => leadsTo(group, start))
  return first ? [first, ...groups.filter((group) => group !== first)] : groups
}

/** Start screen: the home of the role, else the first permitted one of the menu (product decisions section 2). */
export function startScreenOf(
  menu: readonly MenuGroup[],
  rights: Rights | undefined,
  home?: RoleHome,
): RouteName | undefined {
  const screens = menu
    .flatMap(({ to, chosen, entries }) => [
      ...(to ? [{ to, chosen }] : []),
      // Optional features never become the home screen.
      ...entries.flatMap((entry) =>
        entry.flag ? [] : [entry.to, ...(entry.tabs ?? [])].map((to) => ({ to, chosen })),
      ),
    ])
    .filter(({ to }) => mayFollow(rights, to))
  const own = home && screens.find(({ to }) => to === homes[home])
  return (own ?? screens.find(({ chosen }) => !chosen) ?? screens[0])?.to
}
