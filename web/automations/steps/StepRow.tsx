import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { type HTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { kindOf } from '../step-kinds.ts'
import type { OpenStep } from './open-step.ts'
import { StepSentence } from './StepSentence.tsx'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'
import type { useOpenNames } from './use-open-names.ts'

const icon = { size: 16, stroke: 1.6 }

interface StepRowProps {
  step: OpenStep
  number: number
  names: ReturnType<typeof useOpenNames>
  isOpen: boolean
  readOnly: boolean
  /** True if something keeps it from being started. */
  isFaulty: boolean
  /** People who wait at it. */
  waiting: number
  /** Attributes of the handle that moves it. */
  handle: HTMLAttributes<HTMLButtonElement>
  onOpen: (isOpen: boolean) => void
  onMove: (by: 1 | -1) => void
  /** Missing if there is no room for another one. */
  onCopy: (() => void) | undefined
  onRemove: () => void
  /** Its fields. */
  children: ReactNode
}

/** A step as a sentence; it opens its fields. */
export function StepRow(props: StepRowProps) {
  const { step, number, names, isOpen, readOnly, isFaulty, waiting, handle, onOpen, onMove, onCopy, onRemove } = props
  const t = useWords(stepText)
  const phone = usePhone()
  const { icon: Icon } = kindOf[step.kind]
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const actions = [
    { icon: IconArrowUp, label: t.up, onAct: () => onMove(-1) },
    { icon: IconArrowDown, label: t.down, onAct: () => onMove(1) },
    ...(onCopy ? [{ icon: IconCopy, label: t.copy, onAct: onCopy }] : []),
    { icon: IconTrash, label: t.remove, onAct: onRemove, danger: true },
  ]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section ref={row} className={styles.row} aria-label={t.step({ number })} data-open={isOpen || undefined}>
      <header>
        {!phone && <span className={styles.no}>{number}</span>}
        <Icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
        <button type="button" className={styles.title} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          <span className="ruam-heard">{t.step({ number })} </span>
          <span className={styles.said}>
            <StepSentence step={step} names={names} />
          </span>
          {phone && waiting > 0 && <small>{t.waitingHere({ count: waiting })}</small>}
        </button>
        {isFaulty && (
          <span className={styles.faulty} title={t.incomplete}>
            <IconAlertTriangle {...icon} aria-hidden />
            <span className="ruam-heard">{t.incomplete}</span>
          </span>
        )}
        {!phone && waiting > 0 && <span className={styles.waiting}>{t.waiting({ count: waiting })}</span>}
        {phone && (
          <span className={styles.end} aria-hidden>
            {number}
            <Chevron size={18} stroke={1.6} />
          </span>
        )}
        {!phone && !readOnly && (
          <>
            <button type="button" className={styles.handle} aria-label={t.move({ number })} {...handle}>
              <IconGripVertical {...icon} />
            </button>
            <ActionMenu label={t.actions({ number })} icon={<IconDots size={18} stroke={1.6} />}>
              {(close) => (
                <ul>
                  {actions.map((action) => (
                    <MenuAction key={action.label} close={close} {...action} />
                  ))}
                </ul>
              )}
            </ActionMenu>
          </>
        )}
      </header>
      {isOpen && (
        <div className={styles.body} data-body>
          <fieldset disabled={readOnly}>{props.children}</fieldset>
          {phone && !readOnly && (
            <div className={styles.tools}>
              {actions.map(({ icon: ActionIcon, label, onAct }) => (
                <button key={label} type="button" onClick={onAct}>
                  <ActionIcon {...icon} aria-hidden />
                  {label}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
    </section>
  )
}
