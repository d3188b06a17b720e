import { Button, Popover, Radio, Stack } from '@mantine/core'
import { overwriteModes } from '@ruam/contract/imports/mapping.ts'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { wizard } from '../wizard-text.ts'
import styles from './ColumnRules.module.css'
import type { DraftTarget } from './mapping-draft.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface ColumnRulesProps {
  /** The column's header. */
  name: string
  /** For profile fields; activities have no previous values. */
  targets: readonly DraftTarget[]
  /** The column whose rules count where several feed one field. */
  follows: string | undefined
  onChange: (change: Partial<Pick<DraftTarget, 'overwrite' | 'empty'>>) => void
  onAddTarget: () => void
}

const emptyModes = ['keep', 'clear'] as const

/** Handling of existing values and empty cells, and a second target field. */
export function ColumnRules({ name, targets, follows, onChange, onAddTarget }: ColumnRulesProps) {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const first = targets[0]
  const mixed = targets.some((one) => one.overwrite !== first?.overwrite || one.empty !== first?.empty)
  const clears = targets.some(({ empty }) => empty === 'clear')
  const rule = mixed ? m.mixed : first && t[first.overwrite]
  const shown = follows !== undefined ? m.ruleOfFirst({ name: follows }) : (rule ?? m.more)
  const button = (
    <button
      ref={target}
      type="button"
      className={styles.button}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => {
        // The new button takes the focus before the popover notes where to give it back.
        flushSync(() => setUsed(true))
        target.current?.focus()
        setOpened(!opened)
      }}
    >
      <span>
        <span className="ruam-heard">{m.rules({ name })}: </span>
        {first && <i>{m.whenValue}: </i>}
        {shown}
        {clears && follows === undefined && <small>{m.clears}</small>}
      </span>
      <IconChevronDown size={16} stroke={1.6} />
    </button>
  )
  // The popover costs as much as the rest of the row: it is made when it is first opened.
  if (!used) return button
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={268}
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={m.rules({ name })}>
        <Stack gap="md">
          {first && follows === undefined && (
            <>
              <Radio.Group
                size="sm"
                label={m.whenValue}
                value={mixed ? null : first.overwrite}
                onChange={(value) => onChange({ overwrite: overwriteModes.find((one) => one === value) })}
              >
                <Stack gap="xs" mt="xs">
                  {overwriteModes.map((value) => (
                    <Radio key={value} size="sm" classNames={{ body: styles.radio }} value={value} label={t[value]} />
                  ))}
                </Stack>
              </Radio.Group>
              <Radio.Group
                size="sm"
                label={m.whenEmpty}
                value={mixed ? null : first.empty}
                onChange={(value) => onChange({ empty: emptyModes.find((one) => one === value) })}
              >
                <Stack gap="xs" mt="xs">
                  {emptyModes.map((value) => (
                    <Radio key={value} size="sm" classNames={{ body: styles.radio }} value={value} label={m[value]} />
                  ))}
                </Stack>
              </Radio.Group>
            </>
          )}
          <Button
            leftSection={<IconPlus size={16} stroke={1.6} />}
            justify="flex-start"
            onClick={() => {
              setOpened(false)
              onAddTarget()
            }}
          >
            {m.addTarget}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
