import { Button } from '@mantine/core'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { IconAlertCircle, IconLock, IconMapOff, IconRefresh } from '@tabler/icons-react'
import { type ErrorComponentProps, Navigate, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { reloadNewest } from '../data/build.ts'
import { isApiError } from '../data/request.ts'
import { refreshRights, useSession } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { common, titles } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ChunkLoadError, chunkWords } from '../ui/lazy.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { AddressLink, routeAddress } from '../ui/route.tsx'
import { shell } from '../ui/shell-words.ts'
import { type MenuGroup, startScreenOf } from './menu.ts'
import { usePageTitle } from './page-title.ts'

function HomeButton() {
  const t = useWords(shell)
  const { store } = useSession()
  return (
    <Button component={AddressLink} to={store ? `/${store.id}` : '/choose-store'}>
      {t.home}
    </Button>
  )
}

interface PageProps {
  /** Outside of a store, where no header has the title. */
  outside?: boolean
}

const NothingOpen = lazyPart(async () => ({ default: (await import('./NothingOpen.tsx')).NothingOpen }))

/** Names rights in words, which the first script does without. */
const LackedRights = lazyPart(async () => ({ default: (await import('../ui/LackedRights.tsx')).LackedRights }))

interface DeniedProps extends PageProps {
  /** What the screen needs and the person lacks. */
  lacked?: readonly Permission[]
}

/** Shown to a person who may not open the screen. */
export function AccessDenied({ outside, lacked = [] }: DeniedProps) {
  const t = useWords(shell)
  const title = useWords(titles).accessDenied
  usePageTitle(title)
  // Cached rights may be stale: the server decides before a person is turned away.
  useEffect(() => void refreshRights().catch(() => undefined), [])
  const action = (
    <>
      <Suspense>
        <LackedRights rights={lacked} />
      </Suspense>
      <HomeButton />
    </>
  )
  return <EmptyState icon={IconLock} title={title} text={t.deniedText} action={action} page={outside} />
}

/** For an address that leads nowhere. */
export function NotFound({ outside }: PageProps) {
  const t = useWords(shell)
  const title = useWords(titles).notFound
  usePageTitle(title)
  return <EmptyState icon={IconMapOff} title={title} text={t.notFoundText} action={<HomeButton />} page={outside} />
}

/** Home, of a role that opens no screen of the menu; it leads on as soon as one opens. */
export function Home({ menu }: { menu: readonly MenuGroup[] }) {
  usePageTitle(useWords(titles).accessDenied)
  const { store } = useSession()
  const home = startScreenOf(menu, store?.rights, store?.home)
  if (home) return <Navigate to={routeAddress(home) as never} replace />
  return (
    <Suspense>
      <NothingOpen />
    </Suspense>
  )
}

/** For a screen that broke, could not be fetched, or could not be entered. */
export function Failed({ error, reset, outside }: ErrorComponentProps & PageProps) {
  const t = useWords(shell)
  const c = useWords(common)
  const router = useRouter()
  const chunk = error instanceof ChunkLoadError
  // Without a connection the browser would have nothing to show instead.
  useEffect(() => {
    if (!chunk || navigator.onLine) return
    const reload = () => location.reload()
    window.addEventListener('online', reload, { once: true })
    return () => window.removeEventListener('online', reload)
  }, [chunk])
  if (isApiError(error, 'not_found', 'data_source_not_found')) return <NotFound outside={outside} />
  if (isApiError(error, 'forbidden'))
    return <AccessDenied outside={outside} lacked={`${error.details.permission}`.split('|', 1) as Permission[]} />
  const text = chunk ? chunkWords() : isApiError(error) ? error.message : c.problem
  const again = () => {
    // Some browsers remember a module that failed, so a screen's code is fetched again with the whole page.
    if (chunk) return navigator.onLine ? void reloadNewest() : alerts.error(chunkWords(), { id: 'network' })
    reset()
    void router.invalidate()
  }
  return (
    <EmptyState
      icon={IconAlertCircle}
      title={chunk ? t.chunkTitle : t.failedTitle}
      text={text}
      page={outside}
      action={
        <>
          <Button leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={again}>
            {chunk ? c.reload : c.retry}
          </Button>
          {outside && isApiError(error, 'server_away') && (
            <Button component={AddressLink} to="/choose-store">
              {t.changeStore}
            </Button>
          )}
        </>
      }
    />
  )
}
