import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useLackedRights } from '../ui/may.ts'
import { RouteLink, routeAddress, useGo } from '../ui/route.tsx'
import { Unread } from '../ui/Unread.tsx'
import { unsavedDraft } from './broadcast.ts'
import { Composer } from './Composer.tsx'
import { text } from './text.ts'

/** The broadcast of the address; empty if it names none. */
export function useBroadcastId() {
  const { broadcastId: id = '' } = useParams({ strict: false }) as { broadcastId?: string }
  return { id, valid: /^[1-9]\d{0,8}$/.test(id) }
}

/**
 * Creates or edits a broadcast, read-only for those who may only see broadcasts. To create without an id makes a draft; to edit without one leads
 * to the list.
 */
export function BroadcastEdit() {
  const { id, valid } = useBroadcastId()
  const creates = useLocation({ select: ({ pathname }) => pathname.includes('/broadcast/create') })
  const lacked = { create: useLackedRights(broadcasts.create), edit: useLackedRights(broadcasts.update) }
  const read = useRead(broadcasts.get, { params: { id } }, { enabled: valid, staleTime: 0 })
  if (id === '' && creates)
    return lacked.create.length > 0 ? <Composer broadcast={unsavedDraft()} lacked={lacked.create} /> : <NewDraft />
  if (!valid || (read.error?.status === 404 && !read.data)) return <BroadcastMissing id={id} />
  if (read.data && read.isFetchedAfterMount) {
    const { status } = read.data
    if (status !== 'draft')
      return <Navigate to={routeAddress('broadcast-detail', { broadcastId: id }) as never} replace />
    return <Composer key={read.data.id} broadcast={read.data} lacked={lacked.edit} />
  }
  return read.error ? <Unread read={read} /> : <Bones />
}

function NewDraft() {
  const go = useGo()
  const create = useWrite(broadcasts.create)
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft for each visit
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    create.mutate(
      { body: {} },
      { onSuccess: ({ id }) => go({ to: 'broadcast-create', params: { broadcastId: id }, replace: true }) },
    )
  }, [])
  return <Bones />
}

/** Stands for a broadcast that does not exist. An address without an id leads to the list. */
export function BroadcastMissing({ id }: { id: string }) {
  const t = useWords(text)
  const list = routeAddress('broadcast-list')
  if (id === '' && list) return <Navigate to={list as never} replace />
  const button = (
    <Button component={RouteLink} to="broadcast-list">
      {t.toList}
    </Button>
  )
  return <EmptyState icon={IconSpeakerphone} title={t.gone} action={button} />
}
