import { Button } from '@mantine/core'
import { automations } from '@ruam/contract/automations/automations.ts'
import { automationUndo } from '@ruam/contract/automations/undo.ts'
import {
  type Icon,
  IconArrowBackUp,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconUserCheck,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { Automation } from '../automation.ts'
import { pageText } from './page-text.ts'

const TakeBackDialog = lazyPart(() => import('../people/TakeBackDialog.tsx'))

interface Act {
  name: string
  icon: Icon
  act: () => unknown
  busy?: boolean
  kind?: 'main' | 'danger'
}

/** Acts on an automation that its state and the rights of the person allow: buttons, on a phone a menu. */
export function AutomationButtons({ automation }: { automation: Automation }) {
  const t = useWords(pageText)
  const phone = usePhone()
  const [takesBack, setTakesBack] = useState(false)
  const acts = useActs(automation, () => setTakesBack(true))
  const dialog = takesBack && (
    <Suspense>
      <TakeBackDialog automation={automation} onClose={() => setTakesBack(false)} />
    </Suspense>
  )
  if (acts.length === 0) return dialog
  if (phone)
    return (
      <>
        <ActionMenu label={t.actions}>
          {(close) => (
            <ul>
              {acts.map(({ name, icon, act, kind }) => (
                <MenuAction key={name} icon={icon} label={name} close={close} danger={kind === 'danger'} onAct={act} />
              ))}
            </ul>
          )}
        </ActionMenu>
        {dialog}
      </>
    )
  return (
    <div>
      {acts.map(({ name, icon: ActIcon, act, busy = false, kind }) => (
        <Button
          key={name}
          {...(kind === 'main' && { variant: 'filled' })}
          {...(kind === 'danger' && { c: 'var(--ruam-danger)' })}
          leftSection={<ActIcon size={16} stroke={1.6} />}
          loading={busy}
          onClick={() => void act()}
        >
          {name}
        </Button>
      ))}
      {dialog}
    </div>
  )
}

function useActs(automation: Automation, onTakeBack: () => void): Act[] {
  const t = useWords(pageText)
  const go = useGo()
  const confirm = useConfirm()
  const { id, name, status, edition, version, onTheWay, mayEdit, mayApprove } = automation
  const mayPause = useMayCall(automations.pause)
  const mayStop = useMayCall(automations.stop)
  const mayApproveAny = useMayCall(automations.approve)
  const mayTakeBack = useMayCall(automationUndo.preview)
  const [pause, resume] = [useWrite(automations.pause), useWrite(automations.resume)]
  const [stop, approve] = [useWrite(automations.stop), useWrite(automations.approve)]
  const params = { id }
  const works = status === 'active' || status === 'paused'
  const confirmStop = async () => {
    const question = { title: t.stopTitle({ name }), text: t.stopText({ count: onTheWay }), yes: t.stop }
    if (await confirm({ ...question, mode: 'cancel' })) stop.mutate({ params })
  }
  const all: (Act | false)[] = [
    status === 'active' &&
      mayPause && { name: t.pause, icon: IconPlayerPause, act: () => pause.mutate({ params }), busy: pause.isPending },
    works && mayTakeBack && { name: t.stopAndUndo, icon: IconPlayerStop, act: onTakeBack, kind: 'danger' },
    works && mayStop && !mayTakeBack && { name: t.stop, icon: IconPlayerStop, act: confirmStop, kind: 'danger' },
    status === 'stopped' && version !== null && mayTakeBack && { name: t.undo, icon: IconArrowBackUp, act: onTakeBack },
    status === 'awaiting_approval' &&
      mayStop && { name: t.withdraw, icon: IconPlayerStop, act: () => stop.mutate({ params }), busy: stop.isPending },
    mayEdit && {
      name: t.edit,
      icon: IconPencil,
      act: () => go({ to: 'automation', params: { automationId: id } }),
      ...(status === 'active' && { kind: 'main' }),
    },
    status === 'paused' &&
      mayPause && {
        name: t.resume,
        icon: IconPlayerPlay,
        act: () => resume.mutate({ params }),
        busy: resume.isPending,
        kind: 'main',
      },
    mayApproveAny &&
      mayApprove && {
        name: t.approve,
        icon: IconUserCheck,
        act: () => approve.mutate({ params, body: { edition } }),
        busy: approve.isPending,
        kind: 'main',
      },
  ]
  return all.filter((one) => one !== false)
}
