import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { FilledCells } from './FilledCells.tsx'
import styles from './MendingGroups.module.css'
import { mendingText } from './mending-text.ts'
import type { Changes, Mending, MendingGroup } from './use-mending.ts'
import { useReason } from './use-reason.ts'

interface MendingGroupsProps {
  list: Mending
  /** The open group. */
  group?: MendingGroup | undefined
  onChoose: (group: MendingGroup) => void
  changes: Changes
}

/** Columns and reasons with what is left. Finished groups keep their place. */
export function MendingGroups({ list, group, onChoose, changes }: MendingGroupsProps) {
  const t = useWords(mendingText)
  const format = useFormat()
  const reasonOf = useReason()
  const { groups, total, left, remembered, capped } = list
  const byColumn = [...Map.groupBy(groups, ({ sourceSchemaId }) => sourceSchemaId)]
  return (
    <nav className={styles.groups} aria-label={t.title}>
      <div className={styles.head}>
        <h2>{t.title}</h2>
        <p>
          {t.progress({ done: total - left, total })}
          <progress max={Math.max(1, total)} value={total - left} aria-hidden />
        </p>
      </div>
      {byColumn.map(([column, reasons]) => {
        const open = reasons.reduce((sum, one) => sum + one.left, 0)
        return (
          <section key={column}>
            <h3>
              {reasons[0]!.name}
              <span>{open > 0 && format.formatNumber(open)}</span>
            </h3>
            {reasons.map((one) => (
              <button
                key={one.reason}
                type="button"
                aria-current={one.sourceSchemaId === group?.sourceSchemaId && one.reason === group.reason}
                onClick={() => onChoose(one)}
              >
                <span>{reasonOf(one)}</span>
                {one.left > 0 ? (
                  <b>{format.formatNumber(one.left)}</b>
                ) : (
                  <>
                    <IconCircleCheck size={18} stroke={1.6} />
                    <span className={styles.spoken}>{t.done}</span>
                  </>
                )}
                <IconChevronRight className={styles.way} size={16} stroke={1.6} aria-hidden />
              </button>
            ))}
          </section>
        )
      })}
      {(remembered > 0 || capped) && (
        <div className={styles.note}>
          {remembered > 0 && <FilledCells count={remembered} changes={changes} />}
          {capped && <p>{t.capped({ count: total })}</p>}
        </div>
      )}
    </nav>
  )
}
