import { automations } from '@ruam/contract/automations/automations.ts'
import { IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink, useGo } from '../../ui/route.tsx'
import type { AutomationSummary } from '../automation.ts'
import { automationText } from '../automation-text.ts'
import { automationListText } from './automation-list-text.ts'

/** What can be done with an automation of the list. */
export function AutomationActions({ automation }: { automation: AutomationSummary }) {
  const t = useWords(automationListText)
  const a = useWords(automationText)
  const c = useWords(common)
  const go = useGo()
  const confirm = useConfirm()
  const may = {
    create: useMayCall(automations.create),
    edit: useMayCall(automations.update),
    delete: useMayCall(automations.delete),
    pause: useMayCall(automations.pause),
  }
  const [copy, pause] = [useWrite(automations.create), useWrite(automations.pause)]
  const [resume, remove] = [useWrite(automations.resume), useWrite(automations.delete)]
  const { id, status, onTheWay } = automation
  const name = automation.name || a.noName
  const params = { id }
  const rests = (status === 'draft' || status === 'stopped') && onTheWay === 0
  const confirmDelete = async () => {
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: c.delete }
    if (await confirm({ ...question, mode: 'cancel' })) remove.mutate({ params })
  }
  return (
    <ActionMenu label={t.actionsOf({ name })}>
      {(close) => (
        <ul>
          <li>
            <RouteLink to="automation" params={{ automationId: id }} onClick={close}>
              <IconPencil size={16} stroke={1.6} />
              {may.edit ? t.edit : t.open}
            </RouteLink>
          </li>
          {may.create && (
            <MenuAction
              icon={IconCopy}
              label={t.duplicate}
              close={close}
              onAct={() =>
                copy.mutate(
                  { body: { copyOf: id } },
                  { onSuccess: (made) => go({ to: 'automation', params: { automationId: made.id } }) },
                )
              }
            />
          )}
          {may.pause && status === 'active' && (
            <MenuAction icon={IconPlayerPause} label={t.pause} close={close} onAct={() => pause.mutate({ params })} />
          )}
          {may.pause && status === 'paused' && (
            <MenuAction icon={IconPlayerPlay} label={t.resume} close={close} onAct={() => resume.mutate({ params })} />
          )}
          {may.delete && rests && (
            <MenuAction icon={IconTrash} label={c.delete} close={close} danger onAct={confirmDelete} />
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
