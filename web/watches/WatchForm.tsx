import { Button } from '@mantine/core'
import type { TermName } from '@ruam/contract/watches/limits.ts'
import { TERMS_FILES } from '@ruam/contract/watches/terms.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { IconAlertTriangle, IconFileCheck, IconPencil } from '@tabler/icons-react'
import { useWrite } from '../data/api.ts'
import { currentOf } from '../data/stale.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { checks, submit } from '../ui/form.ts'
import { LackedRights } from '../ui/LackedRights.tsx'
import { useLackedRights } from '../ui/may.ts'
import { useGo } from '../ui/route.tsx'
import { StaleNote } from '../ui/StaleNote.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { ChatLink } from './ChatLink.tsx'
import { Notified } from './Notified.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { placeText } from './place-text.ts'
import { type MeasuredFile, TermsTable } from './TermsTable.tsx'
import { brokenBy, changedTerms, dayOfFile } from './term-rows.ts'
import { useTermWords } from './term-words.ts'
import styles from './WatchForm.module.css'
import { useWatchWords, type WatchDetail, type WatchOfStore } from './watch.ts'
import { watchEditText } from './watch-edit-text.ts'
import { blankWatch, bodyOf, hasSecret, isWrong, lackedOf, valuesOf, type WatchValues } from './watch-values.ts'

/** A watch as one form: its place, its times, and its terms with the last files. Without a watch one is made. */
export function WatchForm({ watch }: { watch?: WatchDetail }) {
  const t = useWords(watchEditText)
  const p = useWords(placeText)
  const c = useWords(common)
  const go = useGo()
  const words = useWatchWords()
  const mayNot = { create: useLackedRights(watches.create), update: useLackedRights(watches.update) }
  const lacked = watch ? mayNot.update : mayNot.create
  const [create, update] = [useWrite(watches.create, { quiet: true }), useWrite(watches.update, { quiet: true })]
  const placeField = (field: keyof WatchValues & string) => (_: unknown, values: WatchValues) => {
    if (lackedOf(values).includes(field)) return field === 'path' ? t.pathMissing : p.fieldMissing
    return isWrong(field, values) ? p.fieldWrong : null
  }
  const toList = () => go({ to: 'watches', ignoreBlocker: true })
  const record = useRecordForm<WatchValues, WatchOfStore, WatchOfStore>({
    ...(watch && { record: watch, valuesOf }),
    blank: blankWatch,
    validate: {
      name: checks.name,
      path: placeField('path'),
      ...{ endpoint: placeField('endpoint'), region: placeField('region'), bucket: placeField('bucket') },
      ...{ keyId: placeField('keyId'), host: placeField('host'), port: placeField('port'), user: placeField('user') },
      secret: (secret, values) =>
        secret === '' && hasSecret(values) && values.kind !== watch?.place.kind ? p.secretMissing : null,
      dataSourceId: (id) => (id ? null : t.sourceMissing),
    },
    refusedAt: {
      ...{ watch_secret_missing: 'secret', watch_chat_taken: 'kind' },
      name_taken: 'name',
      watch_mapping: 'dataSourceId',
      data_source_not_found: 'dataSourceId',
    },
    current: currentOf(watches.update),
    save: (values, originTime) => {
      const body = bodyOf(values)
      return watch
        ? update.mutateAsync({ params: { id: watch.id }, body: { ...body, originTime } })
        : create.mutateAsync({ body })
    },
    // The LINE of its maker is linked there.
    onSaved: ({ id, place }) =>
      watch || place.kind !== 'line_chat'
        ? toList()
        : go({ to: 'watch', params: { watchId: id }, ignoreBlocker: true }),
    onClose: toList,
  })
  const { form, base } = record
  const { terms } = form.values
  const files: MeasuredFile[] = (watch?.latest ?? []).flatMap(({ id, figures, arrivedAt, status }) =>
    figures ? [{ id, figures, today: words.dayOf(arrivedAt), isImported: status === 'imported' }] : [],
  )
  const labels: Partial<Record<keyof WatchValues, string>> = {
    ...{ name: t.name, path: t.path, dataSourceId: t.dataSource, looks: t.looks, terms: t.table },
    lineNotice: t.byLine,
    ...{ endpoint: p.endpoint, region: p.region, bucket: p.bucket, keyId: p.keyId, host: p.host, port: p.port },
    ...{ user: p.user, login: p.login, hostKey: p.hostKey, kind: t.kind },
  }
  const resumes =
    watch?.reason?.error === 'watch_host_key_changed' && form.values.kind === 'sftp' && form.isDirty('hostKey')
  const conflicts = record.conflicts.map((path) => ({
    label: labels[path] ?? t.looks,
    value: path === 'terms' || path === 'lineNotice' ? '' : String(base[path] ?? ''),
    onTake: () => record.takeTheirs(path),
  }))
  return (
    <form className={styles.form} noValidate onSubmit={submit(form, record.save)}>
      <div className={styles.bar}>
        <p>
          <strong>{t.rule}</strong> <span className={styles.quiet}>{t.ruleHint}</span>
        </p>
        <div>
          <Button onClick={record.close}>{c.cancel}</Button>
          <Button type="submit" variant="filled" loading={record.saving} disabled={lacked.length > 0}>
            {watch ? (resumes ? t.saveAndResume : t.save) : t.create}
          </Button>
        </div>
      </div>
      <div className={styles.body}>
        <LackedRights rights={lacked}>{t.mayNot}</LackedRights>
        <StaleNote stale={record.stale} conflicts={conflicts} />
        <FormNote message={record.refusal} />
        {watch?.place.kind === 'line_chat' && <ChatLink />}
        <fieldset disabled={lacked.length > 0} className={styles.all}>
          <PlaceFields
            form={form}
            watchId={watch?.id}
            chosen={watch?.dataSource}
            proposedDays={watch?.proposedClosedDays ?? []}
          />
          {terms ? (
            <TermsTable
              terms={terms}
              proposed={watch?.proposed ?? null}
              files={files}
              onChange={(next) => form.setFieldValue('terms', next)}
            />
          ) : watch?.proposed ? (
            <EmptyState
              icon={IconFileCheck}
              title={t.proposed({ count: TERMS_FILES })}
              text={t.proposedText}
              action={<Button onClick={() => form.setFieldValue('terms', watch.proposed)}>{t.useProposed}</Button>}
            />
          ) : (
            <EmptyState
              icon={IconFileCheck}
              title={t.tooFew({ count: files.filter((one) => one.isImported).length, needed: TERMS_FILES })}
              text={t.tooFewText}
            />
          )}
          <div className={styles.notes}>
            {terms && <WouldWait before={watch?.terms ?? null} terms={terms} files={files} />}
            <Notified form={form} watch={watch} />
          </div>
          {terms && (
            <Button variant="transparent" className={styles.drop} onClick={() => form.setFieldValue('terms', null)}>
              {t.dropTerms}
            </Button>
          )}
        </fieldset>
      </div>
      {terms && <Foot before={watch?.terms ?? null} terms={terms} files={files} />}
    </form>
  )
}

interface TermsOfFiles {
  /** Stored terms. */
  before: WatchValues['terms']
  terms: NonNullable<WatchValues['terms']>
  files: readonly MeasuredFile[]
}

/** The newest imported file that would wait now. */
function WouldWait({ before, terms, files }: TermsOfFiles) {
  const t = useWords(watchEditText)
  const format = useFormat()
  const words = useTermWords()
  const broken = brokenBy(terms, files)
  const index = files.findIndex(({ isImported }, no) => isImported && broken[no]!.size > 0)
  const waiting = files[index]
  const [term] = broken[index] ?? []
  const day = waiting && format.date(dayOfFile(waiting.figures, waiting.today))
  if (!term || !day) return null
  return (
    <p data-tone="look">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <span>
        {before && words.limit(term, before) !== words.limit(term, terms)
          ? t.wouldWaitNow({ day, name: words.name(term), limit: words.limit(term, before) })
          : t.wouldWait({ day, name: words.name(term) })}
      </span>
    </p>
  )
}

/** Changes that the foot names. */
const NAMED = 2

/** Counts of the last files under the terms, and what was changed. */
function Foot({ before, terms, files }: TermsOfFiles) {
  const t = useWords(watchEditText)
  const words = useTermWords()
  const waiting = brokenBy(terms, files).filter(({ size }) => size > 0).length
  const changed = before ? changedTerms(before, terms) : []
  const change = (term: TermName) =>
    before && t.change({ name: words.name(term), before: words.limit(term, before), after: words.limit(term, terms) })
  return (
    <div className={styles.foot} role="status">
      <span>
        <strong>{t.fromFiles({ count: files.length })}</strong> {t.counts({ passed: files.length - waiting, waiting })}
      </span>
      {changed.length > 0 && (
        <span className={styles.changed}>
          <IconPencil size={16} stroke={1.6} aria-hidden />
          <strong>{t.changes({ count: changed.length })}</strong> {changed.slice(0, NAMED).map(change).join(' · ')}
        </span>
      )}
    </div>
  )
}
