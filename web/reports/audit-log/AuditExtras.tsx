import { refusedRights, rightName } from '@ruam/contract/access/rights-matrix.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { formatPhone } from '../../data/format.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import styles from './AuditLog.module.css'
import { type AuditRow, countOf } from './audit-row.ts'
import { extras } from './extras-text.ts'

/** Most values, permissions or labels that a sentence shows; the details show all. */
const MOST = 2

/** Numbers, names and changes at the end of a sentence. */
export function AuditExtras({ row }: { row: AuditRow }) {
  const t = useWords(extras)
  const { action, details, names, changes } = row
  const renamed = names.thing?.[0]?.before
  const list = (word: string) => (names[word] ?? []).map(({ name }) => name)
  const permissions = usePermissionChange(row)
  const small = useSmallWords(row)
  const given = list('labels')
  const taken = list('labels_taken')
  const roles = [list('role_id_before')[0], list('role_id')[0]] as const
  const shown: boolean[] = []
  const show = (there: unknown) => {
    shown.push(Boolean(there))
    return Boolean(there)
  }
  const parts = (
    <>
      {show(renamed) && <FromTo before={renamed!} after={names.thing![0]!.name} />}
      {show(action === 'member_role_changed' && roles[1]) && <FromTo before={roles[0] ?? EMPTY} after={roles[1]!} />}
      {show(action === 'invitation_created' && roles[1]) && <> {t.asRole({ role: roles[1]! })}</>}
      {show(permissions) && <Changed added={permissions!.added} removed={permissions!.removed} />}
      {show(changes.length > 0) && <Values row={row} />}
      {show(action === 'profile_labelled' && given.length + taken.length > 0) && (
        <Changed added={given} removed={taken} plain />
      )}
      {show(small.length > 0) && <small> {small.join(' · ')}</small>}
    </>
  )
  const told = shown.some(Boolean) || Object.keys(details).length > 0
  return (
    <>
      {parts}
      {!told && action.endsWith('_changed') && <small> {t.unrecorded}</small>}
      {action === 'export_completed' && details.rows === undefined && <small> {t.unrecorded}</small>}
    </>
  )
}

export function FromTo({ before, after }: { before: string; after: string }) {
  return (
    <span className={styles.change}>
      <span className={styles.old}>{before}</span>
      <IconArrowRight size={16} stroke={1.6} aria-label="→" />
      <span className={styles.new}>{after}</span>
    </span>
  )
}

function Changed({ added, removed, plain }: { added: string[]; removed: string[]; plain?: boolean }) {
  const t = useWords(extras)
  const shown = (all: string[], style: string | undefined, word: string) =>
    all.length > 0 && (
      <span className={styles.change}>
        {word}
        {all.slice(0, MOST).map((one) => (
          <span key={one} className={style}>
            {one}
          </span>
        ))}
        {all.length > MOST && <small>{t.more({ count: all.length - MOST })}</small>}
      </span>
    )
  return (
    <>
      {shown(added, styles.new, plain ? t.given : t.added)}
      {shown(removed, styles.old, plain ? t.taken : t.removed)}
    </>
  )
}

function Values({ row: { changes } }: { row: AuditRow }) {
  const t = useWords(extras)
  const valueText = useValueText()
  return (
    <>
      {changes.slice(0, 1).map(({ displayName, before, after }) => (
        <span key={displayName} className={styles.change}>
          {displayName}
          <FromTo before={valueText(before)} after={valueText(after)} />
        </span>
      ))}
      {changes.length > 1 && <small> {t.moreFields({ count: changes.length - 1 })}</small>}
    </>
  )
}

/** A stored value as people write it. */
export function useValueText() {
  const format = useFormat()
  return (value: string | number | boolean | null): string => {
    if (value === null || value === '') return EMPTY
    if (typeof value === 'number') return format.formatNumber(value)
    if (typeof value === 'boolean') return format.boolean(value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return format.dateTime(value)
    return /^\d{4}-\d\d-\d\d/.test(value) ? format.date(value) : formatPhone(value)
  }
}

/** Permissions that a changed role gained and lost, in words; undefined for other acts. */
export function usePermissionChange({ action, details }: AuditRow) {
  const { language } = usePreferences()
  const wordsOf = (one: string) => rightName(one, language) || one
  if (action !== 'role_changed' || typeof details.permissions_after !== 'string') return undefined
  const [before, after] = [details.permissions_before, details.permissions_after].map((all) =>
    String(all ?? '')
      .split(',')
      .filter(Boolean),
  )
  const added = after!.filter((one) => !before!.includes(one)).map(wordsOf)
  const removed = before!.filter((one) => !after!.includes(one)).map(wordsOf)
  return added.length + removed.length > 0 ? { added, removed } : undefined
}

/** Numbers and choices of an act in a few quiet words. */
function useSmallWords({ action, details, names }: AuditRow): string[] {
  const t = useWords(extras)
  const { language } = usePreferences()
  const labels = (names.labels ?? []).map(({ name }) => name).join(', ')
  const count = (value: unknown) => (typeof value === 'number' ? value : 0)
  const words: (string | false | undefined)[] = []
  if (action === 'export_completed' || action === 'correction_downloaded') {
    if (details.rows !== undefined && details.rows !== null)
      words.push((details.type === 'profile' ? t.customers : t.rows)({ count: count(details.rows) }))
    words.push(details.from_labels === true && labels && t.fromLabels({ labels }))
    if (details.sensitive === true) words.push(t.sensitive)
    else if (details.type === 'profile') words.push(t.masked)
  }
  if (action === 'run_ended') {
    words.push(t.rows({ count: count(details.rows) }))
    for (const key of ['added', 'updated', 'held', 'failed'] as const) {
      const rows = countOf({ details }, key) ?? 0
      words.push(rows > 0 && t[`run_${key}`]({ count: rows }))
    }
  }
  if (action === 'import_rows_answered' || action === 'import_rows_corrected')
    words.push(t.rows({ count: count(details.rows) }))
  if (action === 'bulk_ended' || action === 'bulk_undo_ended') {
    words.push(labels || names.field?.[0]?.name, t.customers({ count: count(details.changed) }))
  }
  if (action === 'consent_recorded')
    words.push(names.purpose_id?.[0]?.name, t[`consent_${details.operation}` as 'consent_given'] as string | undefined)
  if (action === 'right_refused' && typeof details.permission === 'string')
    words.push(refusedRights(details.permission, language) ?? details.permission)
  if (typeof details.jobs === 'string') words.push(t.jobsLeft({ jobs: details.jobs }))
  if (typeof details.keys === 'string') words.push(t.keysLeft({ keys: details.keys }))
  if (typeof details.runs === 'string') words.push(t.runsLeft({ runs: details.runs }))
  return words.filter((word): word is string => Boolean(word))
}
