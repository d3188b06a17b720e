import { Button } from '@mantine/core'
import { IconAlertCircle, IconFileOff, IconLock, IconMapOff, IconRefresh } from '@tabler/icons-react'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { EmptyState } from './EmptyState.tsx'
import { ChunkLoadError } from './lazy.tsx'
import { usePageTitle } from './page-title.ts'
import { isApiError } from './request.ts'
import { useSession } from './session.ts'
import { shell } from './shell-words.ts'
import { useWords } from './text.ts'
import { common, titles } from './words.ts'

function HomeButton() {
  const t = useWords(shell)
  const { store } = useSession()
  return (
    <Button component={Link} to={(store ? `/${store.id}` : '/choose-store') as never}>
      {t.home}
    </Button>
  )
}

interface PageProps {
  /** Outside of a store, where no header has the title. */
  outside?: boolean
}

/** For somebody who may not open a screen. */
export function AccessDenied({ outside }: PageProps) {
  const t = useWords(shell)
  const title = useWords(titles).accessDenied
  usePageTitle(title)
  return <EmptyState icon={IconLock} title={title} text={t.deniedText} action={<HomeButton />} page={outside} />
}

/** For an address that leads nowhere. */
export function NotFound({ outside }: PageProps) {
  const t = useWords(shell)
  const title = useWords(titles).notFound
  usePageTitle(title)
  return <EmptyState icon={IconMapOff} title={title} text={t.notFoundText} action={<HomeButton />} page={outside} />
}

/** For a store without an accepted agreement. */
export function AgreementMissing() {
  const t = useWords(shell)
  usePageTitle(useWords(titles).dpa)
  const action = (
    <Button component={Link} to={'/choose-store' as never}>
      {t.changeStore}
    </Button>
  )
  return <EmptyState icon={IconFileOff} title={t.dpaTitle} text={t.dpaText} action={action} />
}

/** For a screen that broke, could not be fetched, or could not be entered. */
export function Failed({ error, reset, outside }: ErrorComponentProps & PageProps) {
  const t = useWords(shell)
  const c = useWords(common)
  const router = useRouter()
  if (isApiError(error, 'not_found')) return <NotFound outside={outside} />
  if (isApiError(error, 'forbidden')) return <AccessDenied outside={outside} />
  const chunk = error instanceof ChunkLoadError
  const text = chunk ? (navigator.onLine ? t.chunkText : c.network) : isApiError(error) ? error.message : c.problem
  const again = () => {
    // Some browsers remember a module that failed, so a screen's code is fetched anew with the whole page.
    if (chunk) return location.reload()
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
        <Button leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={again}>
          {chunk ? c.reload : c.retry}
        </Button>
      }
    />
  )
}
