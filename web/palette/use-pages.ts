import {
  IconBuildingStore,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { MenuGroup } from '../app/menu.ts'
import { choose } from '../data/choose.ts'
import { prefer, usePreferences } from '../data/preferences.ts'
import { signOut } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { useStoreChoice } from '../data/use-store-choice.ts'
import { press } from '../ui/keys.ts'
import { routeAddress, screenOf, titleIn } from '../ui/route.tsx'
import { shell } from '../ui/shell-words.ts'
import type { Item } from './item.ts'
import { paletteText } from './text.ts'

/** A page, or an action without a customer, found by its name in either language. */
interface Named extends Item {
  names: string
}

/** The pages of the menu and the user menu's commands. */
export function usePages(groups: readonly MenuGroup[]): Named[] {
  const said = { ...useWords(shell), ...useWords(paletteText) }
  const { language, scheme } = usePreferences()
  const other = language === 'th' ? 'en' : 'th'
  const saidInOther = { ...shell.in(other), ...paletteText.in(other) }
  const navigate = useNavigate()
  const choice = useStoreChoice()
  const pages = groups.flatMap((group) =>
    [
      ...(group.to ? [{ title: group.title, to: group.to }] : []),
      ...(group.tabs ?? []).map((to) => ({ title: screenOf(to)!.title, to })),
      ...group.entries,
      ...group.entries.flatMap(({ tabs = [] }) => tabs.map((to) => ({ title: screenOf(to)!.title, to }))),
    ].map(({ title, to }) => ({
      id: to,
      icon: group.icon,
      label: titleIn(title, language),
      names: `${titleIn(title, language)}\n${titleIn(title, other)}`,
      end: group.title === title ? '' : titleIn(group.title, language),
      run: () => navigate({ to: routeAddress(to) as never }),
    })),
  )
  const act = (
    id: string,
    word: 'ownAccount' | 'keys' | 'changeStore' | 'logout' | 'toLight' | 'toDark' | 'toThai' | 'toEnglish',
    icon: Item['icon'],
    run: () => unknown,
  ) => ({ id, icon, label: said[word], names: `${said[word]}\n${saidInOther[word]}`, run })
  return [
    ...pages,
    act('account', 'ownAccount', IconUserCircle, () => navigate({ to: routeAddress('account') as never })),
    act('keys', 'keys', IconKeyboard, () => press('?')),
    ...(choice
      ? [act('store', 'changeStore', IconBuildingStore, () => navigate({ to: '/choose-store' as never }))]
      : []),
    act('language', language === 'th' ? 'toEnglish' : 'toThai', IconLanguage, () => choose({ language: other })),
    act('scheme', scheme === 'dark' ? 'toLight' : 'toDark', scheme === 'dark' ? IconSun : IconMoon, () =>
      prefer({ scheme: scheme === 'dark' ? 'light' : 'dark' }),
    ),
    act('logout', 'logout', IconLogout, async () => {
      if (await signOut()) await navigate({ to: '/choose-store' as never })
    }),
  ]
}
