import type { Ref } from 'react'
import { useWords } from '../../../data/text.ts'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { Toolbar } from '../../../ui/Toolbar.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { FilterBar, type OpenFilter } from './FilterBar.tsx'
import { ExportAction, type Exporting } from './ListActions.tsx'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import type { useColumns } from './use-columns.ts'

interface ListToolbarProps {
  view: ListView
  columns: ReturnType<typeof useColumns>
  phone: boolean
  opener: Ref<OpenFilter>
  exporting: Exporting | undefined
}

/** Filters and columns of the list; on phones only search and export, the rest is at the bottom. */
export function ListToolbar({ view, columns, phone, opener, exporting }: ListToolbarProps) {
  const t = useWords(listText)
  const search = <SearchBox view={view} label={t.search} />
  if (phone)
    return (
      <Toolbar>
        {search}
        {exporting && <ExportAction {...exporting} compact />}
        <FilterBar view={view} shows="chips" />
      </Toolbar>
    )
  return (
    <Toolbar actions={<ColumnsButton {...columns} />}>
      {search}
      <FilterBar view={view} opener={opener} />
    </Toolbar>
  )
}
