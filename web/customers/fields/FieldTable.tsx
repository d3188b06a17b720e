import { Button, NativeSelect } from '@mantine/core'
import { dataTypes } from '@ruam/contract/platform/system-fields.ts'
import { IconListDetails, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn, TableReading } from '../../ui/data-table.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { View } from '../../ui/view.ts'
import { FieldActions, FieldKind, FieldName } from './FieldCells.tsx'
import styles from './Fields.module.css'
import type { FieldOwner } from './field-owner.ts'
import { type FieldRow, type FieldSort, kindOf } from './field-row.ts'
import { text } from './text.ts'
import { useMayChange } from './use-may-change.ts'

const FieldDialog = lazyPart(async () => ({ default: (await import('./FieldDialog.tsx')).FieldDialog }))

type FieldFilters<Kind extends string> = { type: readonly Kind[]; dataType: typeof dataTypes }

interface FieldTableProps<Kind extends string> {
  owner: FieldOwner
  kinds: readonly Kind[]
  view: View<FieldSort, FieldFilters<Kind>>
  read: TableReading<FieldRow>
}

/** The fields of profiles or of activities: found, made, changed and deleted. */
export function FieldTable<Kind extends string>({ owner, kinds, view, read }: FieldTableProps<Kind>) {
  const t = useWords(text)
  const format = useFormat()
  const may = useMayChange(owner)
  // A card holds controls of its own.
  const phone = usePhone()
  const [open, setOpen] = useState<{ field?: FieldRow }>()
  const edit = (field: FieldRow) => setOpen({ field })
  const filter = (change: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...change } })
  const actions = (field: FieldRow) => <FieldActions owner={owner} field={field} onEdit={edit} />
  const columns: TableColumn<FieldRow, FieldSort>[] = [
    { id: 'displayName', title: t.displayName, sort: 'display_name', cell: (field) => <FieldName field={field} /> },
    {
      id: 'fieldName',
      title: t.fieldName,
      sort: 'field_name',
      quiet: true,
      cell: (field) => <span className={styles.code}>{field.fieldName}</span>,
    },
    { id: 'dataType', title: t.dataType, sort: 'data_type', width: 120, cell: (field) => t[field.dataType] },
    { id: 'kind', title: t.kind, width: 120, cell: (field) => <FieldKind field={field} /> },
    {
      id: 'usage',
      title: t.usage,
      sort: 'usage_count',
      sortKind: 'number',
      align: 'right',
      width: 110,
      cell: (field) => field.usageCount > 0 && format.formatNumber(field.usageCount),
    },
    {
      id: 'updatedAt',
      title: t.updatedAt,
      sort: 'updated_at',
      sortKind: 'date',
      quiet: true,
      width: 190,
      cell: (field) => field.updatedAt && format.dateTime(field.updatedAt),
    },
  ]
  if (may.edit || may.delete) {
    columns.push({ id: 'actions', pinned: 'end', title: t.actions, width: 96, cell: (field) => actions(field) ?? ' ' })
  }
  const addButton = may.create && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setOpen({})}>
      {t.newField}
    </Button>
  )
  return (
    <>
      <Toolbar
        actions={
          <>
            <ExportList type={`${owner}_field`} />
            {addButton}
          </>
        }
      >
        <ListSearch view={view} label={t.search} />
        <NativeSelect
          size="sm"
          className={styles.filter}
          aria-label={t.kind}
          value={view.filters.type ?? ''}
          data={[{ value: '', label: t.anyKind }, ...kinds.map((value) => ({ value, label: t[kindOf(value)] }))]}
          onChange={(event) => filter({ type: kinds.find((one) => one === event.currentTarget.value) })}
        />
        <NativeSelect
          size="sm"
          className={styles.filter}
          aria-label={t.dataType}
          value={view.filters.dataType ?? ''}
          data={[{ value: '', label: t.anyType }, ...dataTypes.map((value) => ({ value, label: t[value] }))]}
          onChange={(event) => filter({ dataType: dataTypes.find((one) => one === event.currentTarget.value) })}
        />
      </Toolbar>
      <DataTable
        label={owner === 'profile' ? t.profileFields : t.activityFields}
        columns={columns}
        read={read}
        rowKey={(field) => field.id}
        view={view}
        card={
          phone
            ? (field) => (
                <div className={styles.card}>
                  <div className={styles.cardText}>
                    <div>
                      <FieldName field={field} />
                    </div>
                    <div>
                      {field.fieldName} · {t[field.dataType]}
                    </div>
                    <div>
                      <FieldKind field={field} />
                      {field.usageCount > 0 && (
                        <span className={styles.chip}>&nbsp;· {t.usageCount({ count: field.usageCount })}</span>
                      )}
                    </div>
                  </div>
                  {actions(field)}
                </div>
              )
            : undefined
        }
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconListDetails, title: t.emptyTitle, text: t.emptyText, action: addButton }}
      />
      {open && (
        <Suspense>
          <FieldDialog owner={owner} field={open.field} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
