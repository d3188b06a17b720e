import { Button } from '@mantine/core'
import type { stepKinds } from '@ruam/contract/automations/definition.ts'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { automationText } from '../automation-text.ts'
import { kindOf, type StepKind } from '../step-kinds.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

const hints = {
  wait: 'chooseWait',
  condition: 'chooseCondition',
  message: 'chooseMessage',
  label: 'chooseLabel',
  value: 'chooseValue',
  note: 'chooseNote',
  event: 'chooseEvent',
} as const satisfies Record<StepKind, string>

/** In the order in which stores use them. */
const order = [
  'message',
  'wait',
  'condition',
  'label',
  'value',
  'note',
  'event',
] as const satisfies typeof stepKinds extends readonly (infer K)[] ? readonly K[] : never

interface StepChooserProps {
  /** Words of the button. */
  label: string
  /** Read aloud behind it. */
  heard?: string
  /** Finds the button of a fault. */
  path?: string
  /** In a branch, which holds no condition. */
  inBranch: boolean
  onChoose: (kind: StepKind) => void
}

/** A button that unfolds the kinds of steps. */
export function StepChooser({ label, heard, path, inBranch, onChoose }: StepChooserProps) {
  const a = useWords(automationText)
  const t = useWords(stepText)
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector('button')?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        className={inBranch ? styles.addInner : styles.add}
        variant={inBranch ? 'subtle' : 'default'}
        size="sm"
        aria-expanded={isOpen}
        data-path={path}
        leftSection={<IconPlus size={16} stroke={1.6} />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {heard && <span className="ruam-heard"> {heard}</span>}
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape of any of its buttons closes it
        <div
          ref={list}
          className={styles.kindsList}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            close()
          }}
        >
          {order
            .filter((kind) => !inBranch || kind !== 'condition')
            .map((kind) => {
              const { icon: Icon, word } = kindOf[kind]
              return (
                <button
                  key={kind}
                  type="button"
                  onClick={() => {
                    setOpen(false)
                    onChoose(kind)
                  }}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  <strong>{a[word]}</strong>
                  <small>{t[hints[kind]]}</small>
                </button>
              )
            })}
        </div>
      )}
    </>
  )
}
