import { Button } from '@mantine/core'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconPencil, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { writeRule } from '../rules/rule-address.ts'
import styles from './Consents.module.css'
import type { PurposeRow } from './said.ts'
import { text } from './text.ts'

const loadDialog = () => import('./PurposeDialog.tsx')
const PurposeDialog = lazyPart(loadDialog)

/** Purposes of consent with counts, and all answers as a file. */
export function PurposeList() {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const phone = usePhone()
  const mayMake = useMayCall(consents.createPurpose)
  const mayChange = useMayCall(consents.updatePurpose)
  // The answers name customers: their file asks for the right to read them.
  const mayExport = useMayCall(profiles.list)
  const [open, setOpen] = useState<{ purpose?: PurposeRow }>()
  const view = useView({ sorts: ['name'], sort: 'name' })
  const { offset, limit } = view.query
  const read = useRead(consents.purposes, { query: { offset, limit } })
  const countText = ({ total, capped }: PurposeRow['granted']) => `${formatNumber(total)}${capped ? '+' : ''}`
  const edit = (purpose: PurposeRow) =>
    mayChange && (
      <Button
        variant="subtle"
        size="sm"
        aria-label={t.editOf({ name: purpose.name })}
        leftSection={<IconPencil size={16} stroke={1.6} />}
        onPointerEnter={() => void loadDialog()}
        onClick={() => setOpen({ purpose })}
      >
        {t.edit}
      </Button>
    )
  const nameLink = ({ id, name }: PurposeRow) => (
    <RouteLink to="setting-privacy-purpose" params={{ purposeId: String(id) }} className={styles.purpose}>
      {name}
    </RouteLink>
  )
  const seeUnanswered = ({ id, name }: PurposeRow) => (
    <RouteLink
      to="profile-list"
      hash={writeRule({ condition: 'and', rules: [{ kind: 'consent', purposeId: id, operator: 'unknown' }] })}
      aria-label={t.seeUnansweredOf({ name })}
    >
      {t.seeUnanswered}
    </RouteLink>
  )
  const columns: TableColumn<PurposeRow, 'name'>[] = [
    { id: 'name', title: t.name, width: 200, cell: nameLink },
    {
      id: 'description',
      title: t.description,
      quiet: true,
      cell: ({ description }) => <span className={styles.purposeText}>{description || EMPTY}</span>,
    },
    { id: 'granted', title: t.granted, align: 'right', width: 130, cell: ({ granted }) => countText(granted) },
    { id: 'withdrawn', title: t.refused, align: 'right', width: 110, cell: ({ withdrawn }) => countText(withdrawn) },
    ...(mayExport
      ? [{ id: 'unanswered', title: t.unknown, align: 'right' as const, width: 130, cell: seeUnanswered }]
      : []),
    ...(mayChange ? [{ id: 'edit', title: t.actions, align: 'right' as const, width: 120, cell: edit }] : []),
  ]
  const addButton = mayMake && (
    <Button
      variant="filled"
      size="sm"
      leftSection={<IconPlus size={16} stroke={1.6} />}
      onPointerEnter={() => void loadDialog()}
      onClick={() => setOpen({})}
    >
      {t.newPurpose}
    </Button>
  )
  return (
    <>
      <Toolbar
        actions={
          <>
            {mayExport && <ExportList type="consent" />}
            {addButton}
          </>
        }
      />
      <DataTable
        label={t.purposes}
        columns={columns}
        read={read}
        rowKey={({ id }) => id}
        view={view}
        card={
          phone
            ? (purpose) => (
                <div className={styles.card}>
                  <div>
                    {nameLink(purpose)}
                    {purpose.description && <p className={styles.purposeText}>{purpose.description}</p>}
                    <p className={styles.answered}>
                      {t.answers({ granted: countText(purpose.granted), withdrawn: countText(purpose.withdrawn) })}
                    </p>
                    {mayExport && (
                      <p className={styles.answered}>
                        {t.unknown}: {seeUnanswered(purpose)}
                      </p>
                    )}
                  </div>
                  {edit(purpose)}
                </div>
              )
            : undefined
        }
        empty={{ icon: IconShieldCheck, title: t.noPurposesTitle, text: t.noPurposes, action: addButton }}
      />
      <Suspense>
        {open && (
          <PurposeDialog purpose={open.purpose} isFirst={read.data?.total === 0} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  )
}
