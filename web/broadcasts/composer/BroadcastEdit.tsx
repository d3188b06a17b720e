import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { IconSpeakerphone } from '@tabler/icons-react'
import type { HistoryState } from '@tanstack/react-router'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useLackedRights } from '../../ui/may.ts'
import { RouteLink, routeAddress, useGo } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { type Broadcast, type Target, unsavedDraft } from '../broadcast.ts'
import { text } from '../text.ts'
import { usePurposes, useSendingAccounts } from '../use-choices.ts'
import { Composer } from './Composer.tsx'

/** The broadcast of the address; empty if it names none. */
export function useBroadcastId() {
  const { broadcastId: id = '' } = useParams({ strict: false }) as { broadcastId?: string }
  return { id, valid: /^[1-9]\d{0,8}$/.test(id) }
}

/** Creates or edits a broadcast, read-only for those who may only see broadcasts. To edit without an id leads to the list. */
export function BroadcastEdit() {
  const { id, valid } = useBroadcastId()
  const creates = useLocation({ select: ({ pathname }) => pathname.includes('/broadcast/create') })
  // Number of forms that were begun here, the draft that the present one has become, and true once the address names it.
  const [form, setForm] = useState({ number: 0, id: '', isNamed: false })
  const edit = useLackedRights(broadcasts.update)
  const create = useLackedRights(broadcasts.create, broadcasts.update)
  const isCreated = creates && valid && id === form.id
  const read = useRead(broadcasts.get, { params: { id } }, { enabled: valid && !isCreated, staleTime: 0 })
  if (isCreated && !form.isNamed) setForm({ ...form, isNamed: true })
  // The menu leads from a draft to another empty form.
  if (creates && id === '' && form.isNamed) setForm({ number: form.number + 1, id: '', isNamed: false })
  if (creates && (id === '' || isCreated))
    return (
      <NewDraft
        key={form.number}
        lacked={isCreated ? edit : create}
        onCreated={(made) => setForm({ ...form, id: String(made), isNamed: false })}
      />
    )
  if (!valid || (read.error?.status === 404 && !read.data)) return <BroadcastMissing id={id} />
  if (read.data && read.isFetchedAfterMount) {
    const { status } = read.data
    if (status !== 'draft')
      return <Navigate to={routeAddress('broadcast-detail', { broadcastId: id }) as never} replace />
    return <Composer key={read.data.id} broadcast={read.data} lacked={edit} />
  }
  return read.error ? <Unread read={read} /> : <Bones />
}

interface NewDraftProps {
  lacked: readonly Permission[]
  onCreated: (id: number) => void
}

/** The target that another screen has chosen. */
function chosenTarget(sendTo: HistoryState['sendTo']): Partial<Broadcast> {
  if (!sendTo) return {}
  const { target } = unsavedDraft()
  if ('labelId' in sendTo)
    return { target: { ...target, type: 'segments', include: { condition: 'or', labelIds: [sendTo.labelId] } } }
  if ('rule' in sendTo)
    return { name: sendTo.name, target: { ...target, type: 'rule', rule: sendTo.rule as Target['rule'] } }
  const profileIds = sendTo.people.map(({ id }) => id)
  return { target: { ...target, type: 'profiles', profileIds }, chosen: sendTo.people }
}

/** An empty form, with the account and the purpose filled in where there is no choice. */
function NewDraft({ lacked, onCreated }: NewDraftProps) {
  const go = useGo()
  const sendTo = useLocation({ select: ({ state }) => state.sendTo })
  const accounts = useSendingAccounts()
  const purposes = usePurposes()
  const settings = useRead(broadcastSettings.get, {})
  const failed = [accounts, purposes, settings].find(({ data, error }) => error && !data)
  if (failed) return <Unread read={failed} />
  if (!accounts.data || !purposes.data || !settings.data) return <Bones />
  const account = accounts.data.length === 1 ? accounts.data[0]! : undefined
  const blank = unsavedDraft({
    channel: account ? { type: account.type, channelId: account.id, name: account.name } : null,
    purposeId: settings.data.purposeId ?? (purposes.data.length === 1 ? purposes.data[0]!.id : null),
    ...chosenTarget(sendTo),
  })
  return (
    <Composer
      broadcast={blank}
      lacked={lacked}
      onCreated={(id) => {
        onCreated(id)
        // The screen stays, so a name that is typed into a dialog over it is not lost.
        go({ to: 'broadcast-create', params: { broadcastId: id }, replace: true, ignoreBlocker: true })
      }}
    />
  )
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
