import { ActionIcon, Button } from '@mantine/core'
import { mending } from '@ruam/contract/imports/mending.ts'
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { MendedInput } from './MendedInput.tsx'
import styles from './MendingCards.module.css'
import type { MendingPart } from './MendingGrid.tsx'
import { mendingText } from './mending-text.ts'
import { Suggested } from './Suggested.tsx'
import { useReason } from './use-reason.ts'

/** Cells of a group on a phone, one at a time. */
export function MendingCards({
  id,
  list,
  group,
  changes,
  mayChange,
  onUndo,
  onBack,
}: MendingPart & { onBack: () => void }) {
  const t = useWords(mendingText)
  const c = useWords(common)
  const reasonOf = useReason()
  const [place, setPlace] = useState(0)
  const { sourceSchemaId, reason, total } = group
  const read = useRead(mending.cells, { params: { id }, query: { sourceSchemaId, reason, offset: place, limit: 1 } })
  const cell = read.isPlaceholderData ? undefined : read.data?.data[0]
  const names = new Map(list.who.map((column) => [column.id, column.name]))
  const to = (next: number) => setPlace(Math.min(Math.max(0, next), total - 1))
  const suggestions = read.data?.suggestions ?? 0
  return (
    <section className={styles.cards} aria-label={`${group.name}: ${reasonOf(group)}`}>
      <div className={styles.head}>
        <ActionIcon aria-label={t.groups} onClick={onBack}>
          <IconChevronLeft size={20} stroke={1.6} />
        </ActionIcon>
        <div>
          <h2>
            {group.name}: {reasonOf(group)}
          </h2>
          <p>{t.groupLeft({ left: group.left, total })}</p>
        </div>
        {mayChange && (
          <ActionIcon aria-label={t.undo} disabled={list.lastChange === null || changes.busy} onClick={onUndo}>
            <IconArrowBackUp size={20} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      {cell ? (
        <article key={`${cell.recordNo}`} className={styles.card}>
          <dl>
            <div>
              <dt>{t.row}</dt>
              <dd>{cell.line ?? cell.recordNo}</dd>
            </div>
            {cell.who.map((one) => (
              <div key={one.id}>
                <dt>{names.get(one.id)}</dt>
                <dd>{one.value || EMPTY}</dd>
              </div>
            ))}
            <div>
              <dt>{t.inFile}</dt>
              <dd>{cell.value || EMPTY}</dd>
            </div>
            {cell.suggestion !== null && (
              <div>
                <dt>{t.suggestion}</dt>
                <dd>
                  <Suggested cell={cell} changes={changes} mayChange={mayChange} />
                </dd>
              </div>
            )}
          </dl>
          <span className={styles.label}>{t.newValue}</span>
          <MendedInput
            cell={cell}
            changes={changes}
            disabled={!mayChange}
            onNext={(input) => {
              input.blur()
              to(place + 1)
            }}
          />
        </article>
      ) : (
        <Bones />
      )}
      {mayChange && suggestions > 0 && (
        <Button className={styles.all} disabled={changes.busy} onClick={() => void changes.suggest(group)}>
          {t.takeAll({ count: suggestions })}
        </Button>
      )}
      <div className={styles.way}>
        <ActionIcon aria-label={c.previous} disabled={place === 0} onClick={() => to(place - 1)}>
          <IconChevronLeft size={20} stroke={1.6} />
        </ActionIcon>
        <span>{t.cellOf({ no: place + 1, total })}</span>
        <ActionIcon aria-label={c.next} disabled={place >= total - 1} onClick={() => to(place + 1)}>
          <IconChevronRight size={20} stroke={1.6} />
        </ActionIcon>
      </div>
    </section>
  )
}
