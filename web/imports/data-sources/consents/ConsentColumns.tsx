import { Button, TextInput } from '@mantine/core'
import { consents } from '@ruam/contract/customers/consents.ts'
import { IconAlertTriangle, IconCircleCheck, IconMailCheck } from '@tabler/icons-react'
import { DayInput } from '../../../customers/rules/DayInput.tsx'
import { useWords } from '../../../data/text.ts'
import { LackedRights } from '../../../ui/LackedRights.tsx'
import { useLackedRights, useMayOpen } from '../../../ui/may.ts'
import { option, PlainSelect } from '../../../ui/PlainSelect.tsx'
import { RouteLink } from '../../../ui/route.tsx'
import styles from './ConsentColumns.module.css'
import { type DraftConsent, type MappedConsents, sentConsents, unusedConsents } from './consent-draft.ts'
import { consentsText } from './consents-text.ts'

interface ConsentColumnsProps {
  mapping: MappedConsents
  columns: readonly DraftConsent[]
  /** True for a column that feeds a field. */
  isFed: (column: string) => boolean
  onChange: (columns: DraftConsent[]) => void
}

/** Columns of answers: the purpose of each, and who asked. Renders nothing for a file without any. */
export function ConsentColumns({ mapping, columns, isFed, onChange }: ConsentColumnsProps) {
  const t = useWords(consentsText)
  const lacked = useLackedRights(consents.record)
  const unused = unusedConsents(mapping, columns, isFed)
  if (columns.length + unused.length === 0) return null
  const suggested = new Map(mapping.suggested.consents.map((one) => [one.column, one]))
  const [purpose] = mapping.consentPurposes
  const use = (column: string) => {
    const plain = {
      column,
      purposeId: purpose!.id,
      grantedAtColumn: null,
      yesMeans: 'granted',
      statement: null,
    } as const
    onChange([...columns, suggested.get(column) ?? plain])
  }
  return (
    <section className={styles.consents} aria-label={t.title}>
      <h3>
        <IconMailCheck size={18} stroke={1.6} />
        {t.title}
      </h3>
      {columns.map((one, place) => (
        <ConsentColumn
          key={one.column}
          consent={one}
          mapping={mapping}
          onChange={(next) => onChange(columns.toSpliced(place, 1, ...(next ? [next] : [])))}
        />
      ))}
      {unused.map(({ id, name }) => (
        <p key={id} className={styles.maybe}>
          <span>{t.maybe({ name })}</span>
          {lacked.length === 0 && purpose && (
            <Button size="compact-sm" aria-label={t.recordOf({ name })} onClick={() => use(id)}>
              {t.record}
            </Button>
          )}
        </p>
      ))}
      {unused.length > 0 && lacked.length > 0 && <LackedRights rights={lacked} />}
      {lacked.length === 0 && !purpose && <NoPurpose />}
    </section>
  )
}

function NoPurpose() {
  const t = useWords(consentsText)
  const mayOpen = useMayOpen('setting-consents')
  return (
    <p className={styles.maybe}>
      <span>{t.noPurpose}</span>
      {mayOpen && (
        <Button size="compact-sm" component={RouteLink} to="setting-consents">
          {t.addPurpose}
        </Button>
      )}
    </p>
  )
}

interface ConsentColumnProps {
  consent: DraftConsent
  mapping: MappedConsents
  /** Undefined: the column is left out. */
  onChange: (consent: DraftConsent | undefined) => void
}

/** One column of answers: its purpose, its meaning, and who asked. */
export function ConsentColumn({ consent, mapping, onChange }: ConsentColumnProps) {
  const t = useWords(consentsText)
  const { column, purposeId, grantedAtColumn, yesMeans, statement } = consent
  const nameOf = (id: string) => mapping.sourceSchema.find((one) => one.id === id)?.name ?? id
  const name = nameOf(column)
  const change = (part: Partial<DraftConsent>) => onChange({ ...consent, ...part })
  const say = (part: Partial<NonNullable<DraftConsent['statement']>>) =>
    change({ statement: { collectedBy: '', collectedOn: '', ...statement, ...part } })
  const isProved = sentConsents([consent])[0]!.statement !== null
  const days = mapping.sourceMapping.filter(
    ({ sourceSchemaId: id, dataType }) => id !== column && (dataType === 'Date' || id === grantedAtColumn),
  )
  return (
    <fieldset className={styles.column}>
      <legend className="ruam-heard">{name}</legend>
      <div className={styles.line}>
        <span>{t.column({ name })}</span>
        <PlainSelect
          aria-label={t.purposeOf({ name })}
          value={String(purposeId)}
          onChange={({ currentTarget: { value } }) => change({ purposeId: Number(value) })}
        >
          {mapping.consentPurposes.map((one) => ({ value: String(one.id), label: one.name })).map(option)}
        </PlainSelect>
        <span className={styles.pair}>
          {t.yesMeans}
          <PlainSelect
            aria-label={t.yesMeansOf({ name })}
            value={yesMeans}
            onChange={({ currentTarget: { value } }) =>
              change({ yesMeans: value === 'withdrawn' ? 'withdrawn' : 'granted' })
            }
          >
            {(['granted', 'withdrawn'] as const).map((value) => ({ value, label: t[value] })).map(option)}
          </PlainSelect>
        </span>
        {days.length > 0 && (
          <span className={styles.pair}>
            {t.day}
            <PlainSelect
              aria-label={t.dayOf({ name })}
              value={grantedAtColumn ?? ''}
              onChange={({ currentTarget: { value } }) => change({ grantedAtColumn: value || null })}
            >
              {[
                { value: '', label: t.noDay },
                ...days.map(({ sourceSchemaId: id }) => ({ value: id, label: nameOf(id) })),
              ].map(option)}
            </PlainSelect>
          </span>
        )}
        <Button
          variant="transparent"
          size="compact-sm"
          className={styles.act}
          aria-label={t.leaveOutOf({ name })}
          onClick={() => onChange(undefined)}
        >
          {t.leaveOut}
        </Button>
      </div>
      <div className={styles.line}>
        <span aria-hidden>{t.collectedBy}</span>
        <TextInput
          size="sm"
          className={styles.by}
          aria-label={t.collectedByOf({ name })}
          placeholder={t.collectedByExample}
          maxLength={200}
          value={statement?.collectedBy ?? ''}
          onChange={(event) => say({ collectedBy: event.currentTarget.value })}
        />
        <span className={styles.pair}>
          <span aria-hidden>{t.collectedOn}</span>
          <DayInput
            label={t.collectedOnOf({ name })}
            value={statement?.collectedOn || undefined}
            onChange={(day) => say({ collectedOn: day ?? '' })}
          />
        </span>
      </div>
      <p className={styles.note} data-tone={isProved ? 'quiet' : 'warning'}>
        {isProved ? <IconCircleCheck size={16} stroke={1.6} /> : <IconAlertTriangle size={16} stroke={1.6} />}
        {isProved ? t.proved : t.unproved}
      </p>
    </fieldset>
  )
}
