import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { IconCopy, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { MenuAction } from '../ui/MenuAction.tsx'
import { useMayCall } from '../ui/may.ts'
import { RouteLink, useGo } from '../ui/route.tsx'
import type { BroadcastSummary } from './broadcast.ts'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 }

interface BroadcastActionsProps {
  broadcast: Pick<BroadcastSummary, 'id' | 'name' | 'status'>
  /** Called after it was deleted. On its own page, which has no link to itself. */
  onDeleted?: () => void
}

/** What can be done with a broadcast of the list. */
export function BroadcastActions({ broadcast, onDeleted }: BroadcastActionsProps) {
  const t = useWords(text)
  const c = useWords(common)
  const go = useGo()
  const confirm = useConfirm()
  const may = {
    create: useMayCall(broadcasts.create),
    edit: useMayCall(broadcasts.update),
    delete: useMayCall(broadcasts.delete),
  }
  const copy = useWrite(broadcasts.duplicate)
  const remove = useWrite(broadcasts.delete)
  const name = broadcast.name || t.noName
  const params = { broadcastId: broadcast.id }
  const isDraft = broadcast.status === 'draft'
  return (
    <ActionMenu label={t.actionsOf({ name })}>
      {(close) => (
        <ul>
          {!onDeleted && (
            <li>
              <RouteLink to={isDraft ? 'broadcast-edit' : 'broadcast-detail'} params={params} onClick={close}>
                {isDraft && may.edit ? <IconPencil {...icon} /> : <IconEye {...icon} />}
                {isDraft && may.edit ? t.edit : t.open}
              </RouteLink>
            </li>
          )}
          {may.create && (
            <MenuAction
              icon={IconCopy}
              label={t.duplicate}
              close={close}
              onAct={() =>
                copy.mutate(
                  { params: { id: broadcast.id }, body: {} },
                  { onSuccess: ({ id }) => go({ to: 'broadcast-edit', params: { broadcastId: id } }) },
                )
              }
            />
          )}
          {may.delete && isDraft && (
            <MenuAction
              icon={IconTrash}
              label={c.delete}
              close={close}
              danger
              onAct={() =>
                void confirm({ title: t.deleteTitle({ name }), mode: 'cancel', yes: c.delete }).then(
                  (yes) => yes && remove.mutate({ params: { id: broadcast.id } }, { onSuccess: () => onDeleted?.() }),
                )
              }
            />
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
