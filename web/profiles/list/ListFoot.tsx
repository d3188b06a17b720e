import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../../core/session.ts'
import { useWords } from '../../core/text.ts'
import { CreateButton, ImportButton } from './ListActions.tsx'
import styles from './ListFoot.module.css'
import { listText } from './list-text.ts'

interface ListFootProps {
  filters: ReactNode
  /** While somebody chooses, the bar of what to do stands there instead. */
  hidden: boolean
  selects: boolean
  onSelect: () => void
  locked: string | undefined
  onCreate: () => void
}

/** What can be done with the list on a phone, under the thumb. */
export function ListFoot({ filters, hidden, selects, onSelect, locked, onCreate }: ListFootProps) {
  const t = useWords(listText)
  const may = useMay()
  const mayCreate = may('cdp-core.profile.create')
  if (hidden) return null
  return (
    <div className={styles.foot}>
      {filters}
      {selects && <Button onClick={onSelect}>{t.select}</Button>}
      {mayCreate && <CreateButton locked={locked} onCreate={onCreate} />}
      {!mayCreate && may('cdp-core.datasource.create') && <ImportButton filled />}
    </div>
  )
}
