import { Button } from '@mantine/core'
import { watches } from '@ruam/contract/watches/watches.ts'
import { IconFolder } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { usePageTitle } from '../app/page-title.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { RouteLink } from '../ui/route.tsx'
import { Unread } from '../ui/Unread.tsx'
import { WatchForm } from './WatchForm.tsx'
import { watchText } from './watch-text.ts'

/** A new watch. */
export function WatchCreate() {
  return <WatchForm />
}

/** True for the text of an id. */
export const isId = (text: string) => /^[1-9]\d{0,8}$/.test(text)

/** Reads the watch that the address names. */
export function useWatch(options: { poll?: () => number } = {}) {
  const { watchId: id = '' } = useParams({ strict: false }) as { watchId?: string }
  const valid = isId(id)
  const read = useRead(watches.get, { params: { id } }, { enabled: valid, staleTime: 0, ...options })
  return { read, isGone: !valid || (read.error?.status === 404 && !read.data) }
}

export function WatchMissing() {
  const t = useWords(watchText)
  const back = (
    <Button component={RouteLink} to="watches">
      {t.toList}
    </Button>
  )
  return <EmptyState icon={IconFolder} title={t.gone} action={back} />
}

/** A watch with its terms. */
export function WatchPage() {
  const { read, isGone } = useWatch()
  const watch = read.data
  usePageTitle(watch?.name)
  if (isGone) return <WatchMissing />
  if (!watch) return read.error ? <Unread read={read} /> : <Bones />
  return <WatchForm key={watch.id} watch={watch} />
}
