import { watches } from '@ruam/contract/watches/watches.ts'
import { IconEye, IconFiles, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { MenuAction } from '../ui/MenuAction.tsx'
import { useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import { watchListText } from './list-text.ts'
import type { WatchOfStore } from './watch.ts'
import { watchText } from './watch-text.ts'

/** What can be done with a watch of the list. */
export function WatchActions({ watch: { id, name, status } }: { watch: WatchOfStore }) {
  const t = useWords(watchListText)
  const w = useWords(watchText)
  const c = useWords(common)
  const confirm = useConfirm()
  const may = {
    edit: useMayCall(watches.update),
    pause: useMayCall(watches.pause),
    resume: useMayCall(watches.resume),
    look: useMayCall(watches.look),
    delete: useMayCall(watches.delete),
  }
  const [pause, resume, look] = [useWrite(watches.pause), useWrite(watches.resume), useWrite(watches.look)]
  const remove = useWrite(watches.delete)
  const params = { id }
  const isActive = status === 'active'
  const confirmDelete = async () => {
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: c.delete }
    if (await confirm({ ...question, mode: 'cancel' })) remove.mutate({ params })
  }
  return (
    <ActionMenu label={t.actionsOf({ name })}>
      {(close) => (
        <ul>
          <li>
            <RouteLink to="watch" params={{ watchId: id }} onClick={close}>
              <IconPencil size={16} stroke={1.6} />
              {may.edit ? w.change : w.open}
            </RouteLink>
          </li>
          <li>
            <RouteLink to="watch-files" params={{ watchId: id }} onClick={close}>
              <IconFiles size={16} stroke={1.6} />
              {w.files}
            </RouteLink>
          </li>
          {may.look && isActive && (
            <MenuAction icon={IconEye} label={w.lookNow} close={close} onAct={() => look.mutate({ params })} />
          )}
          {may.pause && isActive && (
            <MenuAction icon={IconPlayerPause} label={w.pause} close={close} onAct={() => pause.mutate({ params })} />
          )}
          {may.resume && !isActive && (
            <MenuAction icon={IconPlayerPlay} label={w.resume} close={close} onAct={() => resume.mutate({ params })} />
          )}
          {may.delete && <MenuAction icon={IconTrash} label={c.delete} close={close} danger onAct={confirmDelete} />}
        </ul>
      )}
    </ActionMenu>
  )
}
