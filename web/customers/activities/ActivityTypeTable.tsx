import { ActionIcon, Button } from '@mantine/core'
import { activities, activityTypeSorts } from '@ruam/contract/customers/activities.ts'
import { activitySettings } from '@ruam/contract/customers/older-settings.ts'
import { IconActivity, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import styles from '../fields/Fields.module.css'
import type { TypeRow } from './ActivityTypeDialog.tsx'
import { text } from './text.ts'
import { newerCalls, type TypeCalls } from './type-calls.ts'

const ActivityTypeDialog = lazyPart(async () => ({
  default: (await import('./ActivityTypeDialog.tsx')).ActivityTypeDialog,
}))

/** The kinds of things that customers do, and what is kept of each. */
export function ActivityTypeTable({ calls = newerCalls }: { calls?: TypeCalls }) {
  const t = useWords(text)
  const format = useFormat()
  // The dialog lists the fields.
  const mayRead = useMayCall(activities.fields)
  const mayEdit = useMayCall(calls.update) && mayRead
  const mayCreate = useMayCall(calls.create) && mayRead
  // A card holds controls of its own.
  const phone = usePhone()
  const view = useView({ sorts: activityTypeSorts, sort: 'name' })
  const read = useRead(calls.list, { query: view.query })
  const [open, setOpen] = useState<{ type?: TypeRow }>()
  const namesOf = (type: TypeRow) => type.fields.map(({ displayName }) => displayName).join(', ')
  const remove = useDeleteType(calls)
  const editButton = (type: TypeRow) =>
    (mayEdit || remove) && (
      <span className={styles.actions}>
        {mayEdit && (
          <ActionIcon aria-label={t.editOne({ name: type.name })} onClick={() => setOpen({ type })}>
            <IconPencil size={18} stroke={1.6} />
          </ActionIcon>
        )}
        {remove && (
          <ActionIcon aria-label={t.deleteOne({ name: type.name })} onClick={() => void remove(type)}>
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </span>
    )
  const columns: TableColumn<TypeRow, (typeof activityTypeSorts)[number]>[] = [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      cell: (type) => (
        <span className={styles.name}>
          <span>{type.name}</span>
        </span>
      ),
    },
    {
      id: 'description',
      title: t.description,
      quiet: true,
      cell: (type) => type.description && <span className={styles.code}>{type.description}</span>,
    },
    {
      id: 'fields',
      title: t.fieldsOf,
      quiet: true,
      cell: (type) => <span className={styles.code}>{namesOf(type)}</span>,
    },
    {
      id: 'fieldCount',
      title: t.fieldCount,
      sort: 'field_count',
      sortKind: 'number',
      align: 'right',
      width: 110,
      cell: (type) => format.formatNumber(type.fieldCount),
    },
    {
      id: 'updatedAt',
      title: t.updatedAt,
      sort: 'updated_at',
      sortKind: 'date',
      quiet: true,
      width: 190,
      cell: (type) => format.dateTime(type.updatedAt),
    },
  ]
  if (mayEdit || remove)
    columns.push({ id: 'actions', pinned: 'end', title: t.actions, width: remove ? 104 : 72, cell: editButton })
  const addButton = mayCreate && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setOpen({})}>
      {t.newType}
    </Button>
  )
  return (
    <>
      <Toolbar actions={addButton}>
        <ListSearch view={view} label={t.search} />
      </Toolbar>
      <DataTable
        label={t.types}
        columns={columns}
        read={read}
        rowKey={(type) => type.id}
        view={view}
        card={
          phone
            ? (type) => (
                <div className={styles.card}>
                  <div className={styles.cardText}>
                    <div>
                      <strong>{type.name}</strong>
                    </div>
                    {type.description && <div>{type.description}</div>}
                    <div>
                      {t.countFields({ count: type.fieldCount })}: {namesOf(type)}
                    </div>
                  </div>
                  {editButton(type)}
                </div>
              )
            : undefined
        }
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconActivity, title: t.emptyTitle, text: t.emptyText, action: addButton }}
      />
      {open && (
        <Suspense>
          <ActivityTypeDialog type={open.type} calls={calls} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Asks, and deletes an activity type; nothing where the screen has no such call, or the person not the right. */
function useDeleteType(calls: TypeCalls) {
  const t = useWords(text)
  const c = useWords(common)
  const confirm = useConfirm()
  const may = useMayCall(activitySettings.delete)
  const remove = useWrite(activitySettings.delete)
  if (!calls.delete || !may) return undefined
  return async ({ id, name }: TypeRow) => {
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: c.delete, mode: 'cancel' } as const
    if (!(await confirm(question))) return
    remove.mutate({ params: { id } }, { onSuccess: () => alerts.success(c.deleted) })
  }
}
