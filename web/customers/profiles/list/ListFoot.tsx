import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { FilterBar } from './FilterBar.tsx'
import { CreateButton, ImportButton } from './ListActions.tsx'
import styles from './ListFoot.module.css'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'

interface ListFootProps {
  view: ListView
  /** In selection mode, the bar of actions replaces it. */
  hidden: boolean
  selects: boolean
  onSelect: () => void
  locked: string | undefined
  onCreate: () => void
}

/** List actions at the bottom of a phone. */
export function ListFoot({ view, hidden, selects, onSelect, locked, onCreate }: ListFootProps) {
  const t = useWords(listText)
  const mayCreate = useMayCall(profiles.create)
  if (hidden) return null
  return (
    <div className={styles.foot}>
      <FilterBar view={view} shows="button" />
      {selects && <Button onClick={onSelect}>{t.select}</Button>}
      {mayCreate && <CreateButton locked={locked} onCreate={onCreate} />}
      {!mayCreate && <ImportButton filled />}
    </div>
  )
}
