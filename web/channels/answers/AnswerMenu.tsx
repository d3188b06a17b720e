import { answers } from '@ruam/contract/channels/answers.ts'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall } from '../../ui/may.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { type AnswerRow, draftOf } from './answer.ts'
import { text } from './text.ts'

interface AnswerMenuProps {
  account: Pick<AccountRow, 'id'>
  answer: AnswerRow
  onOpen: () => void
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
}

/** Actions of an answer of the list. */
export function AnswerMenu({ account, answer, onOpen, onUp, onDown }: AnswerMenuProps) {
  const t = useWords(text)
  const update = useWrite(answers.update)
  const remove = useWrite(answers.delete)
  const mayDelete = useMayCall(answers.delete)
  const confirm = useConfirm()
  const { id, name, enabled } = answer
  const params = { id: account.id, answerId: id }
  const onSwitch = () =>
    update.mutate({ params, body: { ...draftOf(answer), enabled: !enabled, originTime: answer.updatedAt } })
  const onDelete = async () => {
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: t.delete, mode: 'cancel' } as const
    if (await confirm(question)) remove.mutate({ params }, { onSuccess: () => alerts.success(t.deleted) })
  }
  return (
    <ActionMenu label={t.options({ name })}>
      {(close) => (
        <ul>
          <MenuAction icon={IconPencil} label={t.edit} close={close} onAct={onOpen} />
          <MenuAction
            icon={enabled ? IconPlayerPause : IconPlayerPlay}
            label={enabled ? t.turnOff : t.turnOn}
            close={close}
            onAct={onSwitch}
          />
          {onUp && <MenuAction icon={IconArrowUp} label={t.moveUp} close={close} onAct={onUp} />}
          {onDown && <MenuAction icon={IconArrowDown} label={t.moveDown} close={close} onAct={onDown} />}
          {mayDelete && <MenuAction icon={IconTrash} label={t.delete} close={close} onAct={onDelete} danger />}
        </ul>
      )}
    </ActionMenu>
  )
}
