import { Button } from '@mantine/core'
import { IconFilter, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { text } from '../text.ts'
import styles from './FilterBar.module.css'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import { PanelButton } from './PanelButton.tsx'

const loadFields = async () => ({ default: (await import('./FilterFields.tsx')).FilterFields })
const FilterFields = lazyPart(loadFields)
const FilterChips = lazyPart(async () => ({ default: (await import('./FilterChips.tsx')).FilterChips }))
const RuleDialog = lazyPart(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

interface FilterBarProps {
  view: ListView
  /** On a phone the chips stand under the search, and the button at the foot. */
  shows?: 'chips' | 'button'
}

/** A chip for each filter that is set, and the button of the panel that sets them, which on a phone is a sheet. */
export function FilterBar({ view, shows }: FilterBarProps) {
  const t = useWords(common)
  const [building, setBuilding] = useState(false)
  const build = () => setBuilding(true)
  const { updated, created, labels, source, reach } = view.filters
  const clear = () => view.show({}, '')
  const count = [updated, created, labels, source, reach].filter(Boolean).length + view.rest.length
  const parts = (
    <>
      <Suspense>{count > 0 && shows !== 'button' && <FilterChips view={view} onOpen={build} />}</Suspense>
      {shows !== 'chips' && <FilterButton view={view} shows={shows} count={count} onBuild={build} onClear={clear} />}
      {count > 0 && !shows && (
        <Button variant="subtle" color="var(--ruam-text-2)" className={styles.plain} onClick={clear}>
          {t.clearAll}
        </Button>
      )}
      <Suspense>{building && <RuleDialog view={view} onClose={() => setBuilding(false)} />}</Suspense>
    </>
  )
  if (shows) return parts
  return (
    <div className={styles.line} data-many={count > FIT || undefined}>
      {parts}
    </div>
  )
}

/** Maximum chips before the rest is cut; they never wrap. */
const FIT = 2

interface FilterButtonProps extends FilterBarProps {
  count: number
  onBuild: () => void
  onClear: () => void
}

function FilterButton({ view, shows, count, onBuild, onClear }: FilterButtonProps) {
  const t = useWords(text)
  const c = useWords(common)
  const l = useWords(listText)
  return (
    <PanelButton
      label={count > 0 && shows ? t.filterCount({ count }) : t.filter}
      icon={shows ? <IconFilter size={16} stroke={1.6} /> : <IconPlus size={16} stroke={1.6} />}
      plain={!shows}
      align="left"
      className={styles.panel}
      load={loadFields}
    >
      {(close) => (
        <>
          <FilterFields
            view={view}
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
