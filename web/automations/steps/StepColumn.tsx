import { automationLimits } from '@ruam/contract/automations/definition.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { useWords } from '../../data/text.ts'
import { useDragOrder } from '../../ui/use-drag-order.ts'
import type { StepKind } from '../step-kinds.ts'
import { blankStep } from './blank-step.ts'
import type { MessageContext } from './MessageStep.tsx'
import { stepFaults } from './message-draft.ts'
import { allSteps, type OpenStep } from './open-step.ts'
import { StepChooser } from './StepChooser.tsx'
import { StepFields } from './StepFields.tsx'
import { StepRow } from './StepRow.tsx'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'
import {
  duplicated,
  hasRoom,
  inserted,
  type ListOf,
  moved,
  newId,
  type Row,
  removed,
  replaced,
  rowsOf,
  stepsIn,
} from './tree.ts'
import { useOpenNames } from './use-open-names.ts'

interface StepColumnProps {
  steps: readonly OpenStep[]
  openId: number | undefined
  /** People who wait at each step. */
  waiting: ReadonlyMap<number, number>
  webhooks: readonly { id: number; name: string }[]
  /** Purpose of new messages. */
  purposeId: number | null
  message: MessageContext
  /** Words about an automation without steps. */
  missing: string | undefined
  onOpen: (id: number | undefined) => void
  onChange: (steps: OpenStep[]) => void
}

const keyOf = (row: Row) => (row.kind === 'step' ? row.step.id : `${row.kind} ${row.list.fork} ${row.list.branch}`)
const isStep = (row: Row, id: number) => row.kind === 'step' && row.step.id === id

/** The steps from top to bottom, the branches of a condition below each other. */
export function StepColumn(props: StepColumnProps) {
  const { steps, openId, waiting, webhooks, purposeId, message, missing, onOpen, onChange } = props
  const { readOnly } = message
  const t = useWords(stepText)
  const names = useOpenNames(webhooks)
  const { types } = useOptions()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const [added, setAdded] = useState<number>()
  const rows = rowsOf(steps)
  const used = allSteps(steps).length
  // The first field of a new step.
  useEffect(() => {
    if (added === undefined) return
    const body = list.current?.querySelector(`[data-step="${added}"] [data-body]`)
    const field = 'textarea, [contenteditable], select, input'
    const first = body?.querySelector<HTMLElement>('[data-message] textarea') ?? body?.querySelector<HTMLElement>(field)
    first?.focus()
  }, [added])
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row?.kind !== 'step') return
    const next = moved(steps, from, to)
    onChange(next)
    const place = rowsOf(next).find((one) => isStep(one, row.step.id))
    if (place?.kind === 'step') setSaid(t.movedTo({ number: place.number, total: used }))
  }
  const { dragged, handleOf } = useDragOrder(list, move)
  const overOf = (place: number) => {
    if (!dragged || dragged.to !== place || dragged.from === place) return undefined
    return dragged.from > place ? 'above' : 'below'
  }
  const add = (listOf: ListOf, kind: StepKind) => {
    const id = newId(steps)
    const blank = blankStep(kind, { id, messageName: t.newMessage, purposeId, activityTypeId: types[0]?.id })
    const next = inserted(steps, listOf, stepsIn(steps, listOf).length, blank)
    if (!next) return
    onChange(next)
    onOpen(id)
    setAdded(id)
  }
  const copy = (id: number) => {
    const made = duplicated(steps, id)
    if (!made) return
    onChange(made.steps)
    onOpen(made.id)
  }
  const isFull = used >= automationLimits.steps
  const stepRow = ({ step, number, list: listOf }: Extract<Row, { kind: 'step' }>, place: number) => (
    <StepRow
      step={step}
      number={number}
      names={names}
      isOpen={step.id === openId}
      readOnly={readOnly}
      isFaulty={stepFaults(step).length > 0}
      waiting={waiting.get(step.id) ?? 0}
      handle={handleOf(place)}
      onOpen={(isOpen) => onOpen(isOpen ? step.id : undefined)}
      onMove={(by) => move(place, Math.min(Math.max(place + by, 0), rows.length - 1))}
      onCopy={isFull || !hasRoom(steps, listOf) ? undefined : () => copy(step.id)}
      onRemove={() => onChange(removed(steps, step.id))}
    >
      <StepFields step={step} message={message} onChange={(changed) => onChange(replaced(steps, changed))} />
    </StepRow>
  )
  const between = (row: Exclude<Row, { kind: 'step' }>) => {
    const words = names.branches(row.fork.condition)[row.list.branch]
    if (row.kind === 'head') {
      const Icon = row.list.branch === 'yes' ? IconCheck : IconX
      return (
        <h3 className={styles.branch}>
          <Icon size={16} stroke={1.8} aria-hidden />
          {words}
        </h3>
      )
    }
    const isEmpty = row.fork[row.list.branch].length === 0
    return (
      <div className={styles.branchEnd}>
        {isEmpty && readOnly && <span className={styles.quiet}>{t.noSteps}</span>}
        {!readOnly && !isFull && hasRoom(steps, row.list) && (
          <StepChooser
            inBranch
            label={t.add}
            heard={t.inBranch({ branch: words })}
            onChoose={(kind) => add(row.list, kind)}
          />
        )}
      </div>
    )
  }
  return (
    <section className={styles.column} aria-label={t.column} data-part="steps">
      <ol ref={list}>
        {rows.map((row, place) => (
          <li
            key={keyOf(row)}
            data-step={row.kind === 'step' ? row.step.id : undefined}
            data-line={row.kind}
            data-branch={row.list?.branch}
            data-over={overOf(place)}
            data-dragged={dragged?.from === place || undefined}
          >
            {row.kind === 'step' ? stepRow(row, place) : between(row)}
          </li>
        ))}
      </ol>
      <span className="ruam-heard" aria-live="polite">
        {said}
      </span>
      <div className={styles.foot}>
        {!readOnly && !isFull && (
          <StepChooser inBranch={false} label={t.add} path="steps" onChoose={(kind) => add(null, kind)} />
        )}
        <span className={styles.quiet}>
          {isFull ? t.full({ most: automationLimits.steps }) : t.used({ count: used, most: automationLimits.steps })}
        </span>
        {missing && <p className={styles.warning}>{missing}</p>}
      </div>
    </section>
  )
}
