import { Button, CloseButton } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconArrowMerge, IconForms, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import ExportPeople from '../../../background/exports/ExportPeople.tsx'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { useGo } from '../../../ui/route.tsx'
import styles from './BulkBar.module.css'
import type { BulkKind, BulkTarget } from './bulk-action.ts'
import { bulkText } from './bulk-text.ts'
import type { Exporting } from './ListActions.tsx'
import type { CallFilter } from './list-view.ts'
import type { useSelection } from './use-selection.ts'

const loadDialog = async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog })
const BulkDialog = lazyPart(loadDialog)
const icon = { size: 16, stroke: 1.6 }

interface BulkBarProps {
  selection: ReturnType<typeof useSelection>
  filter: CallFilter
  /** Displayed number of matches: “10,000+”. */
  matching: string
  narrowed: boolean
  /** True if matches exceed the page. */
  more: boolean
  /** Visible columns. */
  columns: readonly { id: string }[]
  /** Order of the list. */
  order: Exporting['order']
  /** Why nothing can be changed now. */
  locked: string | undefined
}

/** Actions on selected customers. */
export function BulkBar({ selection, filter, matching, narrowed, more, columns, order, locked }: BulkBarProps) {
  const t = useWords(bulkText)
  const c = useWords(common)
  const [doing, setDoing] = useState<BulkKind>()
  const mayEdit = useMayCall(profiles.update)
  const maySeeLabels = useMayCall(labels.list)
  const mayLabel = mayEdit && maySeeLabels
  const mayDelete = useMayCall(profiles.delete)
  const bar = useFoot<HTMLElement>()
  const target: BulkTarget = selection.all ? { filter } : { ids: [...selection.ids] }
  const action = (kind: BulkKind, label: string, Icon: typeof IconTag) => (
    <Button
      leftSection={<Icon {...icon} />}
      disabled={selection.none || locked !== undefined}
      title={locked}
      className={kind === 'delete' ? styles.danger : undefined}
      onPointerEnter={() => void loadDialog().catch(() => undefined)}
      onClick={() => setDoing(kind)}
    >
      {label}
    </Button>
  )
  return (
    <section ref={bar} className={styles.bar} aria-label={t.bulkBar}>
      <span className={styles.count} aria-live="polite">
        {selection.all ? t.allSelected({ count: matching }) : t.selected({ count: selection.ids.size })}
      </span>
      <div className={styles.actions}>
        {mayLabel && action('add_labels', t.addLabels, IconTag)}
        {mayLabel && action('remove_labels', t.removeLabels, IconTagOff)}
        {mayEdit && action('set_field', t.setField, IconForms)}
        <ExportPeople
          target={selection.all ? { filter } : { profileIds: [...selection.ids] }}
          people={selection.all ? matching : formatNumber(selection.ids.size)}
          columns={columns}
          order={order}
        />
        <MergeButton ids={selection.all ? [] : [...selection.ids]} locked={locked} />
        {mayDelete && action('delete', c.delete, IconTrash)}
      </div>
      <div className={styles.end}>
        {!selection.all && more && (
          <Button variant="subtle" onClick={selection.chooseAll}>
            {(narrowed ? t.selectAll : t.selectEverybody)({ count: matching })}
          </Button>
        )}
        <CloseButton size={32} iconSize={18} aria-label={t.clearSelection} onClick={selection.clear} />
      </div>
      {doing && (
        <Suspense>
          <BulkDialog
            kind={doing}
            target={target}
            onClose={() => setDoing(undefined)}
            onStarted={() => {
              setDoing(undefined)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Two customers who are one person: the screen of duplicates compares and merges them. */
function MergeButton({ ids, locked }: { ids: number[]; locked: string | undefined }) {
  const t = useWords(bulkText)
  const mayMerge = useMayOpen('profile-duplicate')
  const go = useGo()
  if (!mayMerge || ids.length !== 2) return null
  return (
    <Button
      leftSection={<IconArrowMerge {...icon} />}
      disabled={locked !== undefined}
      title={locked}
      onClick={() => go({ to: 'profile-duplicate', search: { two: ids.toSorted((a, b) => a - b).join(',') } })}
    >
      {t.merge}
    </Button>
  )
}

/** A bar that comes and goes at the foot of a screen: what floats above the foot moves up by its height while it is there. */
function useFoot<E extends HTMLElement>() {
  const bar = useRef<E>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const seen = new ResizeObserver(([entry]) => {
      style.setProperty('--ruam-foot', `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`)
    })
    if (bar.current) seen.observe(bar.current)
    return () => {
      seen.disconnect()
      style.removeProperty('--ruam-foot')
    }
  }, [])
  return bar
}
