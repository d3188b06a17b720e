import { Button } from '@mantine/core'
import { mending } from '@ruam/contract/imports/mending.ts'
import { IconArrowBackUp, IconCheck, IconKeyboard } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { PagingBar } from '../../../ui/PagingBar.tsx'
import { FindAndReplace, type Search, useCellSearch } from './FindAndReplace.tsx'
import { Found } from './Found.tsx'
import { MendedInput } from './MendedInput.tsx'
import styles from './MendingGrid.module.css'
import { MendingRules } from './MendingRules.tsx'
import { mendingText } from './mending-text.ts'
import { Suggested } from './Suggested.tsx'
import type { Changes, MendedCell, Mending, MendingGroup } from './use-mending.ts'
import { useReason } from './use-reason.ts'

export interface MendingPart {
  id: number
  list: Mending
  group: MendingGroup
  changes: Changes
  mayChange: boolean
  onUndo: () => unknown
}

const LIMIT = 50

/** Cells of a group, with find and replace over all of them. */
export function MendingGrid({ id, list, group, changes, mayChange, onUndo }: MendingPart) {
  const t = useWords(mendingText)
  const reasonOf = useReason()
  const [{ page, limit }, setPlace] = useState({ page: 1, limit: LIMIT })
  const search = useCellSearch()
  const { sourceSchemaId, reason } = group
  const read = useRead(mending.cells, {
    params: { id },
    query: { sourceSchemaId, reason, offset: (page - 1) * limit, limit, ...search.sent },
  })
  const body = useRef<HTMLTableSectionElement>(null)
  const { data } = read
  const toNext = (input: HTMLInputElement) => {
    const inputs = [...(body.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(input) + 1]
    if (next) next.focus()
    else input.blur()
  }
  return (
    <section className={styles.grid} aria-label={`${group.name}: ${reasonOf(group)}`}>
      <div className={styles.head}>
        <h2>
          {group.name}: {reasonOf(group)}
        </h2>
        <p>{t.groupLeft({ left: group.left, total: group.total })}</p>
        {mayChange && (
          <>
            <Button
              leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
              disabled={list.lastChange === null}
              loading={changes.busy}
              onClick={onUndo}
            >
              {t.undo}
            </Button>
            {(data?.suggestions ?? 0) > 0 && (
              <Button
                leftSection={<IconCheck size={16} stroke={1.6} />}
                disabled={changes.busy}
                onClick={() => void changes.suggest(group)}
              >
                {t.takeAll({ count: data!.suggestions })}
              </Button>
            )}
          </>
        )}
      </div>
      {mayChange && <FindAndReplace id={id} group={group} hits={data?.hits ?? 0} search={search} changes={changes} />}
      <div className={styles.rows}>
        {data ? (
          <table>
            <thead>
              <tr>
                <th scope="col">{t.row}</th>
                {list.who
                  .filter((column) => column.id !== sourceSchemaId)
                  .map((column) => (
                    <th key={column.id} scope="col">
                      {column.name}
                    </th>
                  ))}
                <th scope="col">{t.inFile}</th>
                <th scope="col">{t.suggestion}</th>
                <th scope="col">{t.newValue}</th>
              </tr>
            </thead>
            <tbody ref={body}>
              {data.data.map((cell) => (
                <GridRow
                  key={`${cell.recordNo} ${cell.sourceSchemaId}`}
                  {...{ cell, changes, mayChange, search: search.applied, onNext: toNext }}
                />
              ))}
            </tbody>
          </table>
        ) : (
          <Bones />
        )}
      </div>
      {list.rules.length > 0 && <MendingRules rules={list.rules} changes={changes} mayChange={mayChange} />}
      {data && data.total > data.data.length && (
        <PagingBar
          total={data.total}
          view={{ page, limit }}
          onShow={(to) => setPlace({ page: 1, limit, ...to })}
          compact
        />
      )}
      <Foot
        from={(page - 1) * limit}
        left={group.left}
        shown={data?.data.length ?? 0}
        total={data?.total ?? 0}
        savedAt={changes.savedAt}
      />
    </section>
  )
}

interface GridRowProps {
  cell: MendedCell
  changes: Changes
  mayChange: boolean
  search: Search
  onNext: (input: HTMLInputElement) => void
}

function GridRow({ cell, changes, mayChange, search, onNext }: GridRowProps) {
  return (
    <tr>
      <td>{cell.line ?? cell.recordNo}</td>
      {cell.who.map((one) => (
        <td key={one.id} className={styles.who}>
          {one.value || EMPTY}
        </td>
      ))}
      <td className={styles.value}>
        {cell.hit && cell.text === null ? <Found text={cell.value} search={search} /> : cell.value}
      </td>
      <td>
        <Suggested cell={cell} changes={changes} mayChange={mayChange} />
      </td>
      <td className={styles.new} data-state={stateOf(cell)}>
        <MendedInput cell={cell} changes={changes} disabled={!mayChange} onNext={onNext} />
      </td>
    </tr>
  )
}

/** State of a cell's new value. */
const stateOf = ({ text, error }: MendedCell) => (text === null ? 'file' : error === null ? 'read' : 'unread')

interface FootProps {
  /** Rows on earlier pages. */
  from: number
  left: number
  shown: number
  total: number
  savedAt: string | undefined
}

function Foot({ from, left, shown, total, savedAt }: FootProps) {
  const t = useWords(mendingText)
  const format = useFormat()
  return (
    <p className={styles.foot}>
      <span>{left === 0 ? t.nothingLeft : t.leftCells({ count: left })}</span>
      <span>
        {shown > 0 && `${t.range({ from: from + 1, to: from + shown, total })} · `}
        <IconKeyboard size={14} stroke={1.6} aria-hidden /> {t.keys}
        {savedAt && ` · ${t.saved({ time: format.time(savedAt) })}`}
      </span>
    </p>
  )
}
