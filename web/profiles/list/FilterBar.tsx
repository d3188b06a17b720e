import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useWords } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { text } from '../text.ts'
import styles from './FilterBar.module.css'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import { PanelButton } from './PanelButton.tsx'

const loadFields = async () => ({ default: (await import('./FilterFields.tsx')).FilterFields })
const FilterFields = lazy(loadFields)
const FilterChips = lazy(async () => ({ default: (await import('./FilterChips.tsx')).FilterChips }))
const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

interface FilterBarProps {
  view: ListView
  /** The choice of order, which on a phone stands in the same sheet. */
  sort?: ReactNode
}

/** The filter button with its panel, a sheet on a phone, and a chip for each filter that is set. */
export function FilterBar({ view, sort }: FilterBarProps) {
  const [building, setBuilding] = useState(false)
  const build = () => setBuilding(true)
  const { updated, created, labels, source } = view.filters
  const count = [updated, created, labels, source].filter(Boolean).length + view.rest.length
  return (
    <>
      <FilterButton view={view} sort={sort} count={count} onBuild={build} onClear={() => view.show({}, '')} />
      <Suspense>
        {count > 0 && <FilterChips view={view} onOpen={build} />}
        {building && <RuleDialog view={view} onClose={() => setBuilding(false)} />}
      </Suspense>
    </>
  )
}

interface FilterButtonProps extends FilterBarProps {
  count: number
  onBuild: () => void
  onClear: () => void
}

function FilterButton({ view, sort, count, onBuild, onClear }: FilterButtonProps) {
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
          <FilterFields
            view={view}
            sort={sort}
            onBuild={() => {
              close()
              onBuild()
            }}
          />
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
