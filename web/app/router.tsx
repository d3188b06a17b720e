import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
  useRouterState,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isApiError } from '../data/request.ts'
import { currentSession, openStore, resumeSignIn, useSession } from '../data/session.ts'
import { forgetStore, lastStore, targetUrl } from '../data/storage.ts'
import { ScreenBones } from '../ui/Bones.tsx'
import { useKeysWait } from '../ui/buffer-keys.ts'
import { Lazy, type LazyModule, lazyModule } from '../ui/lazy.tsx'
import { FullLoader, Overlays } from '../ui/overlays.tsx'
import { type Door, defineScreens, lackedToEnter, routeAddress, type Screen } from '../ui/route.tsx'
import { DoorFrame } from './DoorFrame.tsx'
import { nextScreenStep, storeIdOf } from './guard.ts'
import { type MenuGroup, startScreenOf } from './menu.ts'
import { AccessDenied, Failed, Home, NotFound } from './pages.tsx'
import { type PaletteSlotProps, Shell } from './Shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: Screen['title']
    back?: Screen['back']
    menu?: Screen['menu']
  }
}

export interface Pages {
  screens: readonly Screen[]
  doors: readonly Door[]
  menu: readonly MenuGroup[]
  /** Optional content of every header. */
  notice: ComponentType
  /** The way to customers, pages and commands from everywhere. */
  palette: ComponentType<PaletteSlotProps>
  /** Shows and keeps copies of reads on this device. */
  followReads: (cache: QueryClient) => Promise<unknown>
}

/** Opens a store; one that is not the person's is not what the site opens with the next time. */
async function enter(storeId: number) {
  try {
    await openStore(storeId)
  } catch (error) {
    if (isApiError(error, 'not_found')) forgetStore(storeId)
    if (isApiError(error, 'passkey_required')) throw redirect({ to: '/add-passkey' as never })
    throw error
  }
}

interface Arrival {
  location: ParsedLocation
  /** Hovering over a link only fetches code: it must not enter the store behind the link. */
  preload: boolean
}

/** The address from which the agreement has led away, to go on to once it is accepted. */
let heldUp: string | undefined

/** Walks the guard's steps until the way is open (spec section 2). Throws a redirect where it leads elsewhere. */
async function guard({ location, preload }: Arrival, route: { consent?: boolean }) {
  // Without a cookie there is nothing to take up, and the guard asks for a sign-in.
  if (!preload && /^\/(\d+\/)?prepare-login$/.test(location.pathname)) await resumeSignIn().catch(() => undefined)
  while (!preload) {
    const { user, store } = currentSession()
    const step = nextScreenStep({
      pathname: location.pathname,
      search: location.search,
      signedIn: user !== undefined,
      store,
      route,
    })
    if (step.do === 'open') return
    if (step.do === 'load') {
      await enter(step.storeId)
      continue
    }
    if (step.do === 'nowhere') throw notFound()
    if (step.to === 'address') throw redirect({ href: step.href, replace: true })
    if (step.to === 'choose-store') {
      targetUrl.set(location.href)
      throw redirect({ to: '/choose-store' as never })
    }
    const ofAgreement = /^\/\d+\/dpa(\/|$)/.test(location.pathname)
    if (step.to !== 'home' && !ofAgreement) heldUp = location.href
    if (step.to === 'home' && ofAgreement && heldUp) {
      const href = heldUp
      heldUp = undefined
      if (storeIdOf({ pathname: new URL(href, window.location.origin).pathname, search: {} }) === step.storeId)
        throw redirect({ href, replace: true })
    }
    const path = step.to === 'home' ? '' : `/${step.to.replace('-', '/')}`
    throw redirect({ to: `/${step.storeId ?? ''}${path}` as never, replace: true })
  }
}

function Gated({ screen, code }: { screen: Screen; code: LazyModule }) {
  const lacked = lackedToEnter(useSession().store?.rights, screen)
  return lacked.length === 0 ? <Lazy code={code} /> : <AccessDenied lacked={lacked} />
}

/** A key that is pressed after one that leads to another screen is meant for that. */
function KeysWait() {
  useKeysWait(useRouterState({ select: ({ status }) => status === 'pending' }))
  return null
}

/** Search values stay text: a keyword like 007 is not a number. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>) => {
  const defined = Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const text = new URLSearchParams(defined).toString()
  return text && `?${text}`
}

function routeOf(screen: Screen, getParentRoute: () => AnyRoute, base = '') {
  const code = lazyModule(screen.load)
  return createRoute({
    getParentRoute,
    path: `${base}${screen.path}`,
    beforeLoad: (arrival: Arrival) => guard(arrival, screen),
    component: Object.assign(() => <Gated screen={screen} code={code} />, { preload: code.preload }),
    pendingComponent: ScreenBones,
    staticData: { title: screen.title, back: screen.back, menu: screen.menu ?? screen.name },
  })
}

/** The router over the whole route table. */
export function makeRouter({ screens, doors, menu, notice, palette }: Pages) {
  defineScreens(screens)
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Overlays />
        <KeysWait />
      </>
    ),
    notFoundComponent: () => (
      <DoorFrame>
        <NotFound outside />
      </DoorFrame>
    ),
  })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: ({ location }) => {
      const storeId = storeIdOf(location) ?? (currentSession().user && lastStore.get())
      throw redirect({ to: (storeId ? `/${storeId}` : '/choose-store') as never, replace: true })
    },
  })
  const outside = doors.map(({ path, title, bare, load }) => {
    const code = lazyModule(load)
    const component = () =>
      bare ? (
        <Lazy code={code} />
      ) : (
        <DoorFrame title={title}>
          <Lazy code={code} />
        </DoorFrame>
      )
    return createRoute({
      getParentRoute: () => root,
      path: `/${path}` as string,
      component: Object.assign(component, { preload: code.preload }),
    })
  })
  const store = createRoute({
    getParentRoute: () => root,
    path: '/$storeId',
    // The store is entered here, so that one that cannot be entered says so in place of the whole frame.
    beforeLoad: (arrival) => {
      // The one who has the link may have no account yet.
      if (arrival.location.pathname.endsWith('/user-invite')) {
        throw redirect({ to: '/user-invite' as never, hash: arrival.location.hash, replace: true })
      }
      return guard(arrival, { consent: true })
    },
    component: () => <Shell menu={menu} notice={notice} palette={palette} />,
    errorComponent: (props) => (
      <DoorFrame>
        <Failed {...props} outside />
      </DoorFrame>
    ),
  })
  const inside = [
    createRoute({
      getParentRoute: () => store,
      path: '/',
      beforeLoad: async (arrival) => {
        await guard(arrival, {})
        const { store } = currentSession()
        const home = startScreenOf(menu, store?.rights, store?.home)
        if (home && !arrival.preload) throw redirect({ to: routeAddress(home) as never, replace: true })
      },
      component: () => <Home menu={menu} />,
    }),
    createRoute({
      getParentRoute: () => store,
      path: 'choose-store' as string,
      beforeLoad: () => {
        throw redirect({ to: '/choose-store' as never, replace: true })
      },
    }),
    createRoute({
      getParentRoute: () => store,
      path: 'access-denied' as string,
      beforeLoad: (arrival) => guard(arrival, {}),
      component: () => <AccessDenied />,
    }),
    createRoute({
      getParentRoute: () => store,
      path: '$',
      beforeLoad: (arrival) => guard(arrival, {}),
      component: () => <NotFound />,
    }),
    ...screens.filter(({ bare }) => !bare).map((screen) => routeOf(screen, () => store)),
  ]
  const bare = screens.filter((screen) => screen.bare).map((screen) => routeOf(screen, () => root, '/$storeId/'))
  return createRouter({
    routeTree: root.addChildren([start, store.addChildren(inside), ...bare, ...outside]),
    defaultPendingComponent: FullLoader,
    defaultPendingMs: 300,
    defaultErrorComponent: Failed,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    caseSensitive: true,
  })
}
