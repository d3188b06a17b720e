import { mayOpen, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { ScreenRights } from '@ruam/contract/screens.ts'
import { type HistoryState, useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, useCallback } from 'react'
import { usePreferences } from '../data/preferences.ts'
import { currentSession, useSession } from '../data/session.ts'
import type { Language } from '../data/text.ts'
import { titles } from '../data/words.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address of the list that a screen was opened from, which its back arrow leads to. */
    from?: { search: Record<string, string>; hash: string }
    /** Recipients that another screen has chosen for a new broadcast. */
    sendTo?: { people: { id: number; name: string }[] } | { labelId: number } | { rule: object; name: string }
  }
}

/** Filled by the route table, which comes after this folder. */
// biome-ignore lint/suspicious/noEmptyInterface: routes.tsx adds its member
export interface RouteTable {}

/** The names under which screens are linked to: those of the route table (`web/routes.tsx`). */
export type RouteName = RouteTable extends { name: infer Name extends string } ? Name : string

export type TitleWord = keyof ReturnType<(typeof titles)['in']>
export type Title = TitleWord | readonly [th: string, en: string]

/** Returns a title in a language. */
export function titleIn(title: Title, language: Language): string {
  if (typeof title === 'string') return titles.in(language)[title]
  return title[language === 'th' ? 0 : 1]
}

/** Returns titles in the person's language. */
export function useTitles(): (title: Title) => string {
  const { language } = usePreferences()
  return (title) => titleIn(title, language)
}

/** A screen inside of a store, and the rights that open it and that its links need. */
export interface Screen extends ScreenRights {
  name: RouteName
  /** Below /{storeId}/, parameters as $name, those that may be missing as {-$name}. */
  path: string
  /** The title in the header until the screen sets its own: Thai and English, or a word of `titles`. */
  title: Title
  /** The screen the back arrow leads to. */
  back?: RouteName
  /** The menu's entry for it, when it has none of its own. */
  menu?: RouteName
  /** Open without an accepted agreement. */
  consent?: boolean
  /** Shown without menu and header. */
  bare?: boolean
  load: () => Promise<ComponentType>
}

/** A screen outside of a store, open to everybody. */
export interface Door {
  path: string
  title: Screen['title']
  /** A page with a frame of its own. */
  bare?: true
  load: () => Promise<ComponentType>
}

type Values = Record<string, string | number | undefined>

const byName = new Map<RouteName, Screen>()

/** Makes these, and no others, the screens that links know. Called once, with the route table. */
export function defineScreens(screens: readonly Screen[]) {
  byName.clear()
  for (const screen of screens) byName.set(screen.name, screen)
}

export const screenOf = (name: RouteName) => byName.get(name)

/** Rights that a screen lacks to open by its address: of several of which any one suffices, the first. Empty if it opens. */
export function lackedToEnter(rights: Rights | undefined, { opens, needs = [] }: ScreenRights): Permission[] {
  const lists = opens.length > 0 ? [opens] : needs
  return lists.flatMap((anyOf) => (mayOpen(rights, anyOf) ? [] : [anyOf[0]!]))
}

/** True if a screen exists, and the rights open it and every call that it needs: the condition of each link. */
export function mayFollow(rights: Rights | undefined, name: RouteName): boolean {
  const screen = byName.get(name)
  return screen !== undefined && [screen.opens, ...(screen.needs ?? [])].every((anyOf) => mayOpen(rights, anyOf))
}

/** The address of a screen, or undefined while the screen does not exist. */
export function routeAddress(name: RouteName, params: Values = {}, storeId = currentSession().store?.id) {
  const screen = byName.get(name)
  if (!screen || storeId === undefined) return undefined
  const path = screen.path
    .replace(/\{-\$(\w+)\}|\$(\w+)/g, (_, optional: string, needed: string) =>
      encodeURIComponent(String(params[optional ?? needed] ?? '')),
    )
    .replace(/\/+$/, '')
  return `/${storeId}/${path}`
}

/** Target of a link. */
export interface LinkTarget {
  to: RouteName
  params?: Values
  search?: Record<string, string | number>
  /** Fragment of the address. */
  hash?: string
  /** History state of the address; `true`: the current one. */
  state?: true | (() => HistoryState)
}

/** The target, if its screen exists. */
export const reachable = (target: LinkTarget | undefined) => (target && byName.has(target.to) ? target : undefined)

type AnchorProps = Omit<ComponentProps<'a'>, 'href'>
type AddressLinkProps = Pick<LinkTarget, 'search' | 'hash' | 'state'> & AnchorProps & { to: string }

/** Milliseconds for which a link is pointed at before its screen is fetched: not of each that is passed. */
const POINTED_MS = 50
let pointed: ReturnType<typeof setTimeout> | undefined

/**
 * A link to an address of ours. The router's own looks where it leads whenever the address changes, in a list a hundred times, and takes
 * itself for the page that is open where only the search differs: here `aria-current` is said by those who know.
 */
export function AddressLink({ to, search = {}, hash, state, ...rest }: AddressLinkProps) {
  const router = useRouter()
  const next = { to, search, hash, state } as never
  const point = () => {
    clearTimeout(pointed)
    pointed = setTimeout(() => router.preloadRoute(next), POINTED_MS)
  }
  return (
    <a
      onFocus={point}
      onPointerEnter={point}
      {...rest}
      href={to + router.options.stringifySearch(search) + (hash ? `#${hash}` : '')}
      onClick={(event) => {
        rest.onClick?.(event)
        if (event.defaultPrevented || rest.target || event.button !== 0) return
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate(next)
      }}
    />
  )
}

/** A link to a screen by its name; plain content for those who may not follow it. */
export function RouteLink({ to, params, ...rest }: LinkTarget & AnchorProps) {
  const { store } = useSession()
  const address = routeAddress(to, params, store?.id)
  if (!address || !mayFollow(store?.rights, to)) return <span className={rest.className}>{rest.children}</span>
  return <AddressLink {...rest} to={address} />
}

/** Goes to a screen by its name. Does nothing when that screen does not exist. */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    ({ to, params, search = {}, ...rest }: LinkTarget & { replace?: boolean; ignoreBlocker?: boolean }) => {
      const address = routeAddress(to, params)
      if (address) void navigate({ ...rest, to: address, search } as never)
    },
    [navigate],
  )
}
