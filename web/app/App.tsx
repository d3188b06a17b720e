import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onNewerBuild, reloadNewest } from '../data/build.ts'
import { storedReads } from '../data/copy-time.ts'
import { whenIdle } from '../data/idle.ts'
import { onPreference, preferenceStore, usePreferences } from '../data/preferences.ts'
import { type ApiError, isApiError } from '../data/request.ts'
import { currentSession, onEnd, onSession, refreshRights } from '../data/session.ts'
import { targetUrl } from '../data/storage.ts'
import { wordsNow } from '../data/text.ts'
import { isAnythingTyped } from '../data/typed.ts'
import { common } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { shell } from '../ui/shell-words.ts'
import { theme } from '../ui/theme.ts'
import { watchLandings } from './landing.ts'
import { makeRouter, type Pages } from './router.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    mutationMeta: { blocking?: boolean; quiet?: boolean }
  }
}

/** Skips canceled requests, and the end of a login, which has its own alert. */
const isNews = (error: Error) => !isApiError(error, 'canceled', 'signed_out')

/** A refusal means that the rights shown here are no longer held: the menu and the guard read the new ones. */
function learn(error: Error) {
  if (isApiError(error, 'forbidden', 'dpa_required')) void refreshRights().catch(() => undefined)
}

/** Shows why a write failed; a refusal with a way to ask for the right, in words that the first script does without. */
function report(error: ApiError) {
  const plainly = () => alerts.error(error.message)
  if (error.name === 'forbidden')
    import('../ui/request-rights.ts').then(({ alertRefusal }) => alertRefusal(error), plainly)
  else plainly()
}

function makeQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({ onError: learn }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // Without a connection a call fails with a sentence instead of waiting in silence.
        networkMode: 'always',
        // Repeats failed reads when the connection returns.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isApiError(error, 'network', 'unreadable'),
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError(error, _sent, _context, mutation) {
        learn(error)
        if (!mutation.meta?.quiet && isNews(error)) report(error)
      },
    }),
  })
}

/** Ties what happens outside of React to the page: another store, another language, the end of the login. */
function connect(queries: QueryClient, router: ReturnType<typeof makeRouter>): () => void {
  let storeId = currentSession().store?.id
  let userId = currentSession().user?.id
  let dpaStatus = currentSession().store?.dpaStatus
  let { language } = preferenceStore()
  const stops = [
    watchLandings(router),
    onSession(() => {
      const { user, store } = currentSession()
      if (user?.id !== userId) queries.clear()
      else if (store?.id !== storeId) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === storeId })
      // Let the guard judge again.
      else if (store && store.dpaStatus !== dpaStatus) void router.invalidate()
      storeId = store?.id
      dpaStatus = store?.dpaStatus
      userId = user?.id
    }),
    onPreference(() => {
      if (preferenceStore().language === language) return
      language = preferenceStore().language
      document.documentElement.lang = language
      void queries.invalidateQueries()
    }),
    onNewerBuild(() => {
      const action = { label: wordsNow(common).reload, onClick: () => void reloadNewest() }
      alerts.download(wordsNow(shell).newer, { id: 'newer', autoClose: false, action })
    }),
    onEnd((message, loginOver) => {
      if (loginOver && isAnythingTyped())
        return void import('./typed-stays.ts').then(
          ({ sayTypedStays }) => sayTypedStays(),
          () => alerts.error(message, { id: 'signed-out', autoClose: false }),
        )
      if (loginOver) targetUrl.set(router.state.location.href)
      alerts.error(message, { id: 'signed-out' })
      void router.navigate({ to: '/choose-store' as never })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const dark = typeof window === 'undefined' ? undefined : window.matchMedia('(prefers-color-scheme: dark)')

/** The colour scheme is kept with the other preferences; data/preferences.ts decides, Mantine follows. */
function useScheme(): 'light' | 'dark' {
  const { scheme } = usePreferences()
  const [system, setSystem] = useState(dark?.matches ?? false)
  useEffect(() => {
    const follow = (event: MediaQueryListEvent) => setSystem(event.matches)
    dark?.addEventListener('change', follow)
    return () => dark?.removeEventListener('change', follow)
  }, [])
  return scheme ?? (system ? 'dark' : 'light')
}

/** The whole application over its route table. */
export function App({ pages }: { pages: Pages }) {
  const [{ queries, router }] = useState(() => {
    const queries = makeQueryClient()
    const follow = () => pages.followReads(queries)
    if (storedReads.get()) void follow().catch(() => undefined)
    else whenIdle(() => [follow])
    return { queries, router: makeRouter(pages) }
  })
  useEffect(() => connect(queries, router), [queries, router])
  return (
    <MantineProvider theme={theme} withCssVariables={false} forceColorScheme={useScheme()}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
