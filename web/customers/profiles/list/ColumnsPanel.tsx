import { Button, TextInput } from '@mantine/core'
import { IconGripVertical, IconPin, IconPinFilled, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import tickBox from '../../../ui/TickBox.module.css'
import { useDragOrder } from '../../../ui/use-drag-order.ts'
import styles from './ColumnsPanel.module.css'
import { columnText } from './column-text.ts'
import { type ColumnChoice, changed, placed } from './columns.ts'
import { listText } from './list-text.ts'
import { useColumnTitles } from './profile-columns.tsx'
import type { useColumns } from './use-columns.ts'

const icon = { size: 16, stroke: 1.6 }

/** Shows and hides columns, orders them by dragging or by arrow keys, and pins them. */
export function ColumnsPanel({ columns, fields, setColumns, reset }: ReturnType<typeof useColumns>) {
  const t = useWords(columnText)
  const l = useWords(listText)
  const spec = useColumnTitles()
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const { dragged, handleOf } = useDragOrder(list, (from, place) => {
    const moved = columns[from]!
    setColumns(placed(columns, moved.columnId, place))
    setSaid(t.placed({ name: titleOf(moved), place: place + 1, count: columns.length }))
  })
  const ordered = dragged ? placed(columns, columns[dragged.from]!.columnId, dragged.to) : columns
  const titles = new Map(fields.map((field) => [field.columnId, field.title]))
  const titleOf = ({ columnId }: ColumnChoice) => spec[columnId] ?? titles.get(columnId) ?? '…'
  const wanted = typed.trim().toLowerCase()
  const shown = ordered.filter((column) => titleOf(column).toLowerCase().includes(wanted))

  return (
    <>
      <div className={styles.head}>
        <div className={styles.title}>
          {l.columns}
          <Button variant="subtle" onClick={reset}>
            {t.reset}
          </Button>
        </div>
        <TextInput
          size="sm"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={styles.hint}>{t.hint}</p>
      </div>
      <ul ref={list} className={styles.list}>
        {shown.map((column) => {
          const { columnId, enabled, pinned = false } = column
          const name = titleOf(column)
          return (
            <li
              key={columnId}
              className={styles.row}
              data-dragged={dragged !== undefined && columns[dragged.from]?.columnId === columnId}
            >
              {!wanted && (
                <button
                  type="button"
                  className={styles.handle}
                  aria-label={t.move({ name })}
                  {...handleOf(columns.indexOf(column))}
                >
                  <IconGripVertical {...icon} />
                </button>
              )}
              {/* The browser's own: a store may have hundreds. */}
              <label className={styles.box}>
                <input
                  type="checkbox"
                  className={tickBox.tick}
                  checked={enabled}
                  onChange={() => setColumns(changed(columns, columnId, { enabled: !enabled }))}
                />
                {name}
              </label>
              {enabled && (
                <button
                  type="button"
                  aria-pressed={pinned}
                  title={t.pin({ name })}
                  onClick={() => setColumns(changed(columns, columnId, { pinned: !pinned }))}
                >
                  {pinned ? <IconPinFilled {...icon} /> : <IconPin {...icon} />}
                </button>
              )}
            </li>
          )
        })}
        {shown.length === 0 && <li className={styles.nothing}>{t.nothing}</li>}
      </ul>
      <span className="ruam-heard" aria-live="polite">
        {said}
      </span>
    </>
  )
}
