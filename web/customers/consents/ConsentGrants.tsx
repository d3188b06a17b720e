import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { IconLock, IconShieldCheck } from '@tabler/icons-react'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import styles from './Purpose.module.css'
import { text } from './text.ts'
import { wordingText } from './wording-text.ts'

type Grant = Got<typeof consentWordings.grants>['data'][number]

/** Consents to a purpose with their evidence, the newest first. */
export function ConsentGrants({ id }: { id: number }) {
  const t = useWords(wordingText)
  const w = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const view = useView({ sorts: ['at'], sort: 'at', dir: 'desc' })
  const { offset, limit } = view.query
  const read = useRead(consentWordings.grants, { params: { id: String(id) }, query: { offset, limit } })
  const customer = ({ profile }: Grant) => (
    <RouteLink
      to="profile-detail"
      params={{ profileId: String(profile.id) }}
      className={phone ? styles.who : undefined}
    >
      {profile.name || profile.id}
    </RouteLink>
  )
  const way = ({ way: by, guardian }: Grant) => (guardian ? `${w[by]} · ${w.guardianSaid}` : w[by])
  const columns: TableColumn<Grant, 'at'>[] = [
    { id: 'customer', title: t.customer, cell: customer },
    { id: 'version', title: t.version, width: 90, cell: ({ version }) => version },
    { id: 'at', title: t.grantedAt, width: 170, cell: ({ at }) => format.dateTime(at) },
    { id: 'way', title: t.way, width: 170, cell: way },
    { id: 'note', title: t.note, cell: ({ note, source }) => note ?? source.name ?? EMPTY },
  ]
  return (
    <section className={styles.grants}>
      <h2>{t.evidence}</h2>
      <DataTable
        label={t.evidence}
        columns={columns}
        read={read}
        rowKey={({ profile, at }) => `${profile.id} ${at}`}
        view={view}
        card={
          phone
            ? (grant) => (
                <div>
                  {customer(grant)}
                  <p className={styles.quiet}>
                    {w.version({ version: grant.version })} · {format.dateTime(grant.at)}
                  </p>
                  <p className={styles.quiet}>
                    {way(grant)} · {grant.note ?? grant.source.name ?? EMPTY}
                  </p>
                </div>
              )
            : undefined
        }
        empty={{ icon: IconShieldCheck, title: t.noGrants }}
      />
      <p className={styles.sealed}>
        <IconLock size={16} stroke={1.6} />
        {t.sealed}
      </p>
    </section>
  )
}
