import type { ReactNode } from 'react'
import type { MenuGroup } from '../app/menu.ts'
import type { ListedProfile } from '../customers/profiles/values.ts'

/** Something that can be chosen. */
export interface Item {
  id: string
  label: ReactNode
  /** Smaller text after the title. */
  note?: ReactNode
  /** At the right. */
  end?: ReactNode
  icon?: MenuGroup['icon']
  /** It asks for more: the palette stays open. */
  asks?: boolean
  /** Customer of the item. */
  profile?: ListedProfile
  run: () => unknown
}

export interface ItemGroup {
  id: string
  title: string
  items: readonly Item[]
}
