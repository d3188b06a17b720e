import { ActionIcon, Select } from '@mantine/core'
import type { exports } from '@ruam/contract/reports/exports.ts'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconLock, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useGrowingOptions } from '../../ui/use-growing.ts'
import { dialogText } from './dialog-text.ts'
import styles from './ExportDialog.module.css'

type FileColumn = Got<typeof exports.preview>['columns'][number]

interface ExportColumnsProps {
  /** Columns of the file in their order. */
  columns: readonly FileColumn[]
  /** Every column that the file can have. */
  choices: readonly FileColumn[]
  /** Column that stays the first. */
  fixed: string | undefined
  onChange: (ids: string[]) => void
}

const icon = { size: 16, stroke: 1.6 }

/** Adds columns to a file, removes and orders them. */
export function ExportColumns({ columns, choices, fixed, onChange }: ExportColumnsProps) {
  const t = useWords(dialogText)
  const [typed, setTyped] = useState('')
  const growing = useGrowingOptions(typed)
  const ids = columns.map(({ id }) => id)
  const others = choices.filter(({ id }) => !ids.includes(id))
  const move = (from: number, to: number) => onChange(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!))
  const first = fixed === undefined ? 0 : 1
  return (
    <div className={styles.columns}>
      <Select
        size="sm"
        label={t.addColumn}
        placeholder={others.length === 0 ? t.noColumns : t.addColumn}
        disabled={others.length === 0}
        data={others.map(({ id, header }) => ({ value: id, label: header }))}
        value={null}
        onChange={(id) => id !== null && onChange([...ids, id])}
        rightSection={<IconChevronDown size={14} stroke={1.6} />}
        rightSectionPointerEvents="none"
        searchable
        {...growing}
        onSearchChange={setTyped}
      />
      <ol aria-label={t.columns}>
        {columns.map(({ id, header: name, sensitive }, place) => (
          <li key={id}>
            <span>
              {name} {sensitive && <IconLock size={14} stroke={1.6} />}
            </span>
            {id !== fixed && (
              <>
                <ActionIcon
                  aria-label={t.moveUp({ name })}
                  disabled={place <= first}
                  onClick={() => move(place, place - 1)}
                >
                  <IconArrowUp {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t.moveDown({ name })}
                  disabled={place === columns.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <IconArrowDown {...icon} />
                </ActionIcon>
                <ActionIcon
                  aria-label={t.takeAway({ name })}
                  disabled={columns.length === 1}
                  onClick={() => onChange(ids.toSpliced(place, 1))}
                >
                  <IconX {...icon} />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
