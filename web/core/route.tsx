import type { Permission } from '@ruam/contract/permissions.ts'
import { type HistoryState, Link, type LinkComponentProps, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { currentSession, useSession } from './session.ts'
import type { titles } from './words.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The address of the list that a screen was opened from, which its back arrow leads to. */
    from?: { search: Record<string, string>; hash: string }
  }
}

/** The names of spec section 2 under which screens are linked to. */
export type RouteName =
  | 'dashboard'
  | 'profile-list'
  | 'profile-detail'
  | 'profile-edit'
  | 'profile-api'
  | 'profile-duplicate'
  | 'profile-erasure'
  | 'segmentation-list'
  | 'segmentation-create'
  | 'segmentation-detail'
  | 'segmentation-edit'
  | 'broadcast-list'
  | 'broadcast-detail'
  | 'broadcast-create'
  | 'broadcast-edit'
  | 'data-source-v2-list'
  | 'data-source-v2-list-create'
  | 'data-source-v2-list-output'
  | 'data-source-v2-check'
  | 'data-source-v2-choose-import'
  | 'data-source-v2-import'
  | 'data-source-import'
  | 'data-source-mapping'
  | 'data-source-preview'
  | 'data-source-output'
  | 'data-source-v2-profile-field'
  | 'data-source-v2-activity-field'
  | 'data-source-openapi-connector'
  | 'data-source-openapi-connector-create-edit'
  | 'data-source-openapi-token'
  | 'data-source-openapi-token-create-edit'
  | 'online-log'
  | 'setting-store'
  | 'setting-store-edit'
  | 'setting-line-oa'
  | 'setting-general-info'
  | 'setting-activity'
  | 'setting-privacy'
  | 'setting-audit-log'
  | 'setting-role-permission'
  | 'setting-role-permission-create'
  | 'setting-role-permission-edit'
  | 'setting-user-management'
  | 'setting-user-management-create-edit'
  | 'account'
  | 'setting-open-api'
  | 'setting-api-connector-list'
  | 'setting-api-connector-list-create'
  | 'dpa'
  | 'dpa-create'
  | 'dpa-not-allowed'
  | 'access-denied'

/** A screen inside of a store. */
export interface Screen {
  name: RouteName
  /** Below /{storeId}/, parameters as $name, those that may be missing as {-$name}. */
  path: string
  /** Any one of these opens the screen; an empty list opens it for every member. */
  permissions: readonly Permission[]
  /** The title in the header until the screen sets its own. */
  title: keyof ReturnType<(typeof titles)['in']>
  /** The screen the back arrow leads to. */
  back?: RouteName
  /** The menu's entry for it, when it has none of its own. */
  menu?: RouteName
  /** Open without an accepted agreement. */
  consent?: boolean
  load: () => Promise<ComponentType>
}

/** A screen outside of a store, open to everybody. */
export interface Door {
  path: string
  title: Screen['title']
  load: () => Promise<ComponentType>
}

type Values = Record<string, string | number | undefined>

const byName = new Map<RouteName, Screen>()

/** Makes the screens known to links. Called once, with the route table. */
export function defineScreens(screens: readonly Screen[]) {
  for (const screen of screens) byName.set(screen.name, screen)
}

export const screenOf = (name: RouteName) => byName.get(name)

/** The address of a screen, or undefined while the screen does not exist. */
export function addressOf(name: RouteName, params: Values = {}, storeId = currentSession().store?.id) {
  const screen = byName.get(name)
  if (!screen || storeId === undefined) return undefined
  const path = screen.path
    .replace(/\{-\$(\w+)\}|\$(\w+)/g, (_, optional: string, needed: string) =>
      encodeURIComponent(String(params[optional ?? needed] ?? '')),
    )
    .replace(/\/+$/, '')
  return `/${storeId}/${path}`
}

/** Where a link leads. */
export interface Target {
  to: RouteName
  params?: Values
  search?: Record<string, string | number>
  /** What stands behind the #. */
  hash?: string
  /** What the history keeps with the address; `true`: what it keeps with this one. */
  state?: true | (() => HistoryState)
}

/** The target, if its screen exists. */
export const reachable = (target: Target | undefined) => (target && byName.has(target.to) ? target : undefined)

type RouteLinkProps = Target & Omit<LinkComponentProps<'a'>, 'to' | 'params' | 'search' | 'hash' | 'state' | 'ref'>

/** A link to a screen by its name; plain content when that screen does not exist. */
export function RouteLink({ to, params, search, hash, ...rest }: RouteLinkProps) {
  const address = addressOf(to, params, useSession().store?.id)
  if (!address) return <span className={rest.className}>{rest.children as never}</span>
  return <Link {...rest} to={address as never} search={(search ?? {}) as never} hash={hash} />
}

/** Goes to a screen by its name. Does nothing when that screen does not exist. */
export function useGo() {
  const navigate = useNavigate()
  return useCallback(
    (target: Target & { replace?: boolean }) => {
      const address = addressOf(target.to, target.params)
      if (!address) return
      void navigate({
        to: address as never,
        search: (target.search ?? {}) as never,
        hash: target.hash,
        state: target.state,
        replace: target.replace,
      })
    },
    [navigate],
  )
}
