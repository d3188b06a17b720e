import { Button, Radio } from '@mantine/core'
import { automations } from '@ruam/contract/automations/automations.ts'
import { useState } from 'react'
import { call, useRead, useRefresh } from '../../data/api.ts'
import { ApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Bones } from '../../ui/Bones.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { useMayCall } from '../../ui/may.ts'
import { Unread } from '../../ui/Unread.tsx'
import type { Automation } from '../automation.ts'
import { useConflictSentence } from '../use-conflict-sentence.ts'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'

interface StartDialogProps {
  /** As it was saved last. */
  automation: Automation
  onClose: () => void
}

/** Asks with numbers how the draft becomes the version in use. */
export function StartDialog({ automation, onClose }: StartDialogProps) {
  const t = useWords(editText)
  const c = useWords(common)
  const refresh = useRefresh()
  const conflict = useConflictSentence()
  const { id, name, version, updatedAt } = automation
  const params = { id }
  const read = useRead(automations.startNumbers, { params }, { staleTime: 0 })
  const [inside, setInside] = useState(false)
  const [move, setMove] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [error, setError] = useState<string>()
  const numbers = read.data
  const asks = numbers ? numbers.needsApproval : automation.needsApproval
  const mayStart = useMayCall(automations.start)
  const start = async () => {
    setStarting(true)
    setError(undefined)
    try {
      const body = { inside, move, originTime: updatedAt }
      const { status } = await call(automations.start, { params, body })
      alerts.success(status === 'awaiting_approval' ? t.asked : t.started)
      onClose()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setError(refused.name === 'stale_edit' ? t.newer : refused.message)
    } finally {
      setStarting(false)
      await refresh(automations.get)
    }
  }
  const total = numbers?.onTheWay.reduce((sum, { people }) => sum + people, 0) ?? 0
  return (
    <Dialog opened onClose={onClose} title={asks ? t.askTitle({ name }) : t.startTitle({ name })} size={520}>
      {!numbers && (read.error ? <Unread read={read} /> : <Bones />)}
      {numbers && (
        <div className={styles.panel}>
          {numbers.inside !== null && numbers.inside > 0 && (
            <Radio.Group
              label={t.inside({ count: numbers.inside })}
              value={inside ? 'enter' : 'not'}
              onChange={(chosen) => setInside(chosen === 'enter')}
            >
              <Radio size="sm" value="not" label={t.insideNot} />
              <Radio size="sm" value="enter" label={t.insideEnter} />
            </Radio.Group>
          )}
          {total > 0 && (
            <Radio.Group
              label={t.onTheWay({ count: total })}
              value={move ? 'move' : 'stay'}
              onChange={(chosen) => setMove(chosen === 'move')}
            >
              <Radio size="sm" value="stay" label={t.stay} />
              <Radio
                size="sm"
                value="move"
                disabled={numbers.movable === 0}
                label={t.move({ count: numbers.movable })}
                {...(numbers.movable > 0 &&
                  numbers.movable < total && { description: t.moveRest({ count: total - numbers.movable }) })}
              />
            </Radio.Group>
          )}
          <p>{numbers.holdout > 0 ? t.heldOut({ share: numbers.holdout }) : t.notHeldOut}</p>
          {numbers.closes.length > 0 && (
            <p className={styles.warning}>{t.closes({ names: numbers.closes.map((one) => one.name).join(', ') })}</p>
          )}
          {numbers.conflicts.length > 0 && (
            <ul className={styles.conflicts} aria-label={t.conflicts}>
              {numbers.conflicts.map((one) => (
                <li key={conflict(one)}>{conflict(one)}</li>
              ))}
            </ul>
          )}
          {numbers.needsApproval && <p>{t.approvalNeeded}</p>}
        </div>
      )}
      <FormFoot message={error} busy={isStarting}>
        <Button onClick={onClose}>{c.cancel}</Button>
        <Button variant="filled" disabled={!numbers || !mayStart} loading={isStarting} onClick={() => void start()}>
          {asks ? t.ask : version === null ? t.start : t.startVersion({ version: version + 1 })}
        </Button>
      </FormFoot>
    </Dialog>
  )
}
