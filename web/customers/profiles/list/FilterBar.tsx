import { Button } from '@mantine/core'
import { IconFilter, IconPlus } from '@tabler/icons-react'
import { type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { text } from '../text.ts'
import styles from './FilterBar.module.css'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import { PanelButton, type PanelHandle } from './PanelButton.tsx'

const loadFields = async () => ({ default: (await import('./FilterFields.tsx')).FilterFields })
const FilterFields = lazyPart(loadFields)
const FilterChips = lazyPart(async () => ({ default: (await import('./FilterChips.tsx')).FilterChips }))
const RuleDialog = lazyPart(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

interface FilterBarProps {
  view: ListView
  /** On a phone the chips stand under the search, and the button at the foot. */
  shows?: 'chips' | 'button'
  opener?: Ref<OpenFilter>
}

/** Opens the values of a subject under an element. */
export type OpenFilter = (subject: string, at: HTMLElement) => void

/** A chip for each filter that is set, and the button of the panel that sets them, which on a phone is a sheet. */
export function FilterBar({ view, shows, opener }: FilterBarProps) {
  const t = useWords(text)
  const c = useWords(common)
  const l = useWords(listText)
  const [building, setBuilding] = useState(false)
  const [about, setAbout] = useState<string>()
  const panel = useRef<PanelHandle>(null)
  const edit: OpenFilter = (subject, at) => {
    setAbout(subject)
    panel.current?.open(at)
  }
  useImperativeHandle(opener, () => edit)
  const { updated, created, labels, source, reach } = view.filters
  const clear = () => view.show({}, '')
  const count = [updated, created, labels, source, reach].filter(Boolean).length + view.rest.length
  const clearAll = count > 0 && shows !== 'button' && (
    <Button variant="subtle" className={styles.plain} onClick={clear}>
      {c.clearAll}
    </Button>
  )
  const parts = (
    <>
      <Suspense>
        {count > 0 && shows !== 'button' && <FilterChips view={view} onBuild={() => setBuilding(true)} onEdit={edit} />}
      </Suspense>
      <PanelButton
        label={count > 0 && shows ? t.filterCount({ count }) : t.filter}
        icon={shows ? <IconFilter size={16} stroke={1.6} /> : <IconPlus size={16} stroke={1.6} />}
        plain={!shows}
        align="left"
        className={styles.panel}
        load={loadFields}
        handle={panel}
        bare={shows === 'chips'}
        typedInto
        width={WIDTH}
        onClose={() => setAbout(undefined)}
      >
        {(close) => (
          <>
            <FilterFields
              view={view}
              about={about}
              close={close}
              onBuild={() => {
                close()
                setBuilding(true)
              }}
            />
            <div className={styles.foot}>
              {count > 0 && <Button onClick={clear}>{c.clearAll}</Button>}
              <Button variant="filled" onClick={close}>
                {l.showResult}
              </Button>
            </div>
          </>
        )}
      </PanelButton>
      {clearAll}
      <Suspense>{building && <RuleDialog view={view} onClose={() => setBuilding(false)} />}</Suspense>
    </>
  )
  if (!shows) return <div className={styles.line}>{parts}</div>
  return shows === 'chips' && count > 0 ? <div className={styles.line}>{parts}</div> : shows === 'button' && parts
}

/** Width in pixels of the list and the values next to it. */
const WIDTH = 600
