import { Button } from '@mantine/core'
import { formatBytes } from '../../data/format-size.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { RouteLink } from '../../ui/route.tsx'
import { FromTo, usePermissionChange, useValueText } from './AuditExtras.tsx'
import styles from './AuditLog.module.css'
import { type AuditRow, countOf, deviceText, type OnFilter, targetOf } from './audit-row.ts'
import { detailWords, subjectText, text } from './text.ts'

interface AuditDetailsProps {
  row: AuditRow
  others: readonly AuditRow[]
  onFilter: OnFilter
}

/** All that is recorded about an act. */
export function AuditDetails({ row, others, onFilter }: AuditDetailsProps) {
  const t = useWords(text)
  const d = useWords(detailWords)
  const called = useWords(subjectText) as Record<string, string>
  const format = useFormat()
  const valueText = useValueText()
  const permissions = usePermissionChange(row)
  const { details, names, changes, user, subjectType, subjectId } = row
  const name = names.thing?.[0]
  const kind = called[subjectType] ?? subjectType
  // The clock of the list, to the second.
  const momentOf = (at: string) => `${format.date(at)} - ${format.isoTime(at)}`
  const lines: [label: string, value: string][] = [
    [d.at, momentOf(row.at)],
    ...others.map(({ action, at }): [string, string] => [
      action === 'export_downloaded' ? d.downloaded : d.started,
      momentOf(at),
    ]),
    [
      d.thing,
      subjectType === 'call'
        ? (subjectId ?? '')
        : [kind, name?.name, subjectId && `#${subjectId}`].filter(Boolean).join(' · '),
    ],
    [d.now, name?.now ?? ''],
    [d.labels, (names.labels ?? []).map((one) => one.name).join(' · ')],
    ...counted.map((key): [string, string] => {
      const value = countOf(row, key)
      const isShown = value !== undefined && (value > 0 || key !== 'chosen')
      return [d[key], isShown ? format.formatNumber(value) : '']
    }),
    [d.fileType, typeof details.file_type === 'string' ? details.file_type.toUpperCase() : ''],
    [d.size, typeof details.size === 'number' ? formatBytes(details.size) : ''],
    [d.sensitive, typeof details.sensitive === 'boolean' ? (details.sensitive ? d.included : d.masked) : ''],
    [d.reason, typeof details.reason === 'string' ? details.reason : ''],
    [d.added, permissions?.added.join(' · ') ?? ''],
    [d.removed, permissions?.removed.join(' · ') ?? ''],
    [d.permission, typeof details.permission === 'string' ? details.permission : ''],
    [d.device, [deviceText(row.device), row.address].filter(Boolean).join(' · ')],
  ]
  const target = targetOf(row)
  const who = names.by?.[0]?.name ?? user?.firstName
  return (
    <div className={styles.details}>
      <dl>
        {lines.map(
          ([label, value]) =>
            value && (
              <div key={`${label} ${value}`}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {changes.map(({ displayName, before, after }) => (
          <div key={displayName}>
            <dt>{displayName}</dt>
            <dd>
              <FromTo before={valueText(before)} after={valueText(after)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.only}>
        {target && (
          <RouteLink {...target} className={styles.openThing}>
            {t.openThing({ thing: kind })}
          </RouteLink>
        )}
        {user && who && (
          <Button size="compact-sm" variant="subtle" onClick={() => onFilter({ user: String(user.id) })}>
            {t.only({ thing: who })}
          </Button>
        )}
        {subjectId && subjectType !== 'call' && (
          <Button size="compact-sm" variant="subtle" onClick={() => onFilter({ thing: subjectType, id: subjectId })}>
            {t.only({ thing: name?.name ?? t.numbered({ thing: kind, id: subjectId }) })}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Details that are counts. */
const counted = [
  ...(['rows', 'columns', 'chosen', 'added', 'updated', 'duplicated', 'held', 'failed', 'activities'] as const),
  ...(['total', 'changed', 'members', 'people'] as const),
] as const
