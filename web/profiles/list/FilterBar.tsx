import { Button } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { lazy, type ReactNode } from 'react'
import { useWords } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { readDays } from '../day-range.ts'
import { text } from '../text.ts'
import { useDaysText } from '../use-days-text.ts'
import styles from './FilterBar.module.css'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import { PanelButton } from './PanelButton.tsx'
import { labelIdsOf, sourceIdOf } from './rule-parts.ts'
import { useLabelFilterText, useSourceFilterText } from './use-filter-text.ts'

const loadFields = async () => ({ default: (await import('./FilterFields.tsx')).FilterFields })
const FilterFields = lazy(loadFields)

interface FilterBarProps {
  view: ListView
  /** The choice of order, which on a phone stands in the same sheet. */
  sort?: ReactNode
}

/** The filters that are set, in words. */
function useChips(view: ListView) {
  const t = useWords(text)
  const sayDays = useDaysText()
  const { updated, created, labels, source } = view.filters
  const ofLabels = useLabelFilterText(labelIdsOf(labels))
  const ofSource = useSourceFilterText(sourceIdOf(source))
  const days = { updated: readDays(updated), created: readDays(created) }
  return [
    ...(ofLabels ? [{ name: 'labels' as const, ...ofLabels }] : []),
    ...(ofSource ? [{ name: 'source' as const, ...ofSource }] : []),
    ...(days.updated ? [{ name: 'updated' as const, title: t.updatedAt, said: sayDays(days.updated) }] : []),
    ...(days.created ? [{ name: 'created' as const, title: t.createdAt, said: sayDays(days.created) }] : []),
  ]
}

/** The filter button with its panel, a sheet on a phone, and a chip for each filter that is set. */
export function FilterBar({ view, sort }: FilterBarProps) {
  const t = useWords(text)
  const chips = useChips(view)
  const l = useWords(listText)
  const count = chips.length + view.further
  const without = (gone: string) =>
    view.show({ filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== gone)) })
  return (
    <>
      <FilterButton view={view} sort={sort} count={count} onClear={() => view.show({}, '')} />
      {count > 0 && (
        <div className={styles.chips}>
          {chips.map(({ name, title, said }) => (
            <span key={name} className={styles.chip}>
              <span title={said}>
                {title} <strong>{said}</strong>
              </span>
              <button type="button" aria-label={t.removeFilter({ name: title })} onClick={() => without(name)}>
                <IconX size={14} stroke={1.6} />
              </button>
            </span>
          ))}
          {view.further > 0 && (
            <span className={styles.chip}>
              <strong>{l.furtherRules({ count: view.further })}</strong>
              <button
                type="button"
                aria-label={t.removeFilter({ name: l.furtherRules({ count: view.further }) })}
                onClick={view.dropFurther}
              >
                <IconX size={14} stroke={1.6} />
              </button>
            </span>
          )}
        </div>
      )}
    </>
  )
}

function FilterButton({ view, sort, count, onClear }: FilterBarProps & { count: number; onClear: () => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const l = useWords(listText)
  return (
    <PanelButton
      label={count > 0 ? t.filterCount({ count }) : t.filter}
      icon={<IconFilter size={16} stroke={1.6} />}
      align="left"
      className={styles.panel}
      load={loadFields}
    >
      {(close) => (
        <>
          <FilterFields view={view} sort={sort} />
          <div className={styles.foot}>
            {count > 0 && <Button onClick={onClear}>{c.clearAll}</Button>}
            <Button className={styles.done} variant="filled" onClick={close}>
              {l.showResult}
            </Button>
          </div>
        </>
      )}
    </PanelButton>
  )
}
