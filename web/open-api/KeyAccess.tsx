import { Button, Checkbox } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { IconPencil } from '@tabler/icons-react'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { currentOf } from '../data/stale.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { FormFoot } from '../ui/FormFoot.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { submit } from '../ui/form.ts'
import { useMayCall } from '../ui/may.ts'
import { StaleNote } from '../ui/StaleNote.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import styles from './FieldAccess.module.css'
import { FieldAccess, type Listed } from './FieldAccess.tsx'
import { accessText } from './field-access-text.ts'
import { groupOf, scopeGroups } from './scope-groups.ts'
import { text } from './text.ts'
import { useFields } from './use-fields.ts'

type ApiKey = Got<typeof apiKeys.get>

const valuesOf = ({ scopes, fields }: Pick<ApiKey, 'scopes' | 'fields'>) => ({
  scopes: [...scopes].sort(),
  fields: fields.map(({ fieldId, read, write }): Listed => ({ fieldId, read, write })),
})

/** What an API key may do, and the profile fields that it reads and writes. The foot names what changes before it is saved. */
export function KeyAccess({ apiKey: key }: { apiKey: ApiKey }) {
  const t = useWords(text)
  const a = useWords(accessText)
  const c = useWords(common)
  const { data: known } = useRead(masterData.scopes, {})
  const { fields = [], error } = useFields()
  const setAccess = useWrite(apiKeys.setAccess, { quiet: true, refreshes: [apiKeys.list, apiKeys.get] })
  const disabled = !useMayCall(apiKeys.setAccess) || key.status === 'revoked'
  const record = useRecordForm({
    record: key,
    blank: valuesOf(key),
    valuesOf,
    validate: { scopes: (scopes) => (scopes.length === 0 ? t.chooseScope : null) },
    current: currentOf(apiKeys.setAccess),
    save: (body, originTime) => setAccess.mutateAsync({ params: { id: key.id }, body: { ...body, originTime } }),
    onSaved: () => alerts.success(a.saved),
    onClose: () => undefined,
  })
  const { form } = record
  const { scopes, fields: listed } = form.values
  const infos = known?.data ?? []
  const nameOf = (scope: Scope) => infos.find((one) => one.scope === scope)?.name ?? scope
  const mayOpenSensitive = infos.some(({ scope, grantable }) => scope === 'profile-sensitive:read' && grantable)
  const changes = changesOf(valuesOf(key), form.values)
  const readWord = ({ read }: Omit<Listed, 'fieldId'>) => (read ? a.readable : a.unreadable)
  const writeWord = ({ write }: Omit<Listed, 'fieldId'>) => a[write ?? 'no']
  const sentences = [
    ...changes.scopes.map(([scope, given]) => `${given ? '+' : '−'} ${nameOf(scope)}`),
    ...changes.fields.map(([id, before, after]) =>
      a.from({
        name: fields.find((field) => field.id === id)?.displayName ?? String(id),
        parts: [readWord, writeWord]
          .filter((word) => word(before) !== word(after))
          .map((word) => `${word(before)} → ${word(after)}`)
          .join(', '),
      }),
    ),
  ]
  const toggle = (scope: Scope) =>
    form.setFieldValue(
      'scopes',
      (scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]).sort(),
    )
  return (
    <form className={styles.form} noValidate aria-label={a.access} onSubmit={submit(form, record.save)}>
      <FormNote message={error} />
      <StaleNote
        stale={record.stale}
        conflicts={record.conflicts.map((path) => ({
          label: { scopes: a.can, fields: a.fields }[path],
          value: path === 'scopes' ? record.base.scopes.map(nameOf).join(', ') : '',
          onTake: () => record.takeTheirs(path),
        }))}
      />
      <div className={styles.access}>
        <section className={styles.side} aria-label={a.can}>
          <div>
            <h2>{a.can}</h2>
            <p className={styles.quiet}>{a.canCount({ count: scopes.length, total: infos.length })}</p>
          </div>
          {scopeGroups.map((group) => (
            <fieldset key={group} className={styles.group}>
              <legend>{a[group]}</legend>
              {infos
                .filter(({ scope }) => groupOf[scope] === group)
                .map(({ scope, name, grantable }) => (
                  <Checkbox
                    key={scope}
                    label={name}
                    checked={scopes.includes(scope)}
                    disabled={disabled || (!grantable && !scopes.includes(scope))}
                    onChange={() => toggle(scope)}
                  />
                ))}
            </fieldset>
          ))}
          <p className={styles.quiet}>{a.yours}</p>
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={styles.lists} aria-label={a.fields} tabIndex={0}>
          <div className={styles.head}>
            <h2>{a.fields}</h2>
            <span className={styles.quiet}>
              {a.openCount({
                read: listed.filter(({ read }) => read).length,
                write: listed.filter(({ write }) => write !== null).length,
                total: fields.length,
              })}
            </span>
          </div>
          <FieldAccess
            fields={fields}
            value={listed}
            used={new Map(key.fields.map((field) => [field.fieldId, field]))}
            disabled={disabled}
            opensSensitive={mayOpenSensitive}
            onChange={(value) => form.setFieldValue('fields', value)}
          />
          <div className={styles.note}>
            <FormNote kind="info" message={`${a.closedText} ${a.storeText}`} />
          </div>
        </section>
      </div>
      {sentences.length > 0 && (
        <FormFoot
          message={record.refusal ?? (form.errors.scopes ? String(form.errors.scopes) : undefined)}
          busy={record.saving}
          className={styles.foot}
        >
          <IconPencil size={16} stroke={1.6} />
          <p>
            <strong>{a.changed({ count: sentences.length })}</strong>
            {sentences.slice(0, 3).join(' · ')}
            {sentences.length > 3 && ' …'}
          </p>
          <Button onClick={() => form.reset()}>{c.cancel}</Button>
          <Button type="submit" variant="filled" loading={record.saving}>
            {c.save}
          </Button>
        </FormFoot>
      )}
    </form>
  )
}

type Values = ReturnType<typeof valuesOf>
const closed = { read: false, write: null }

function changesOf(before: Values, after: Values) {
  const scopes = [...new Set([...before.scopes, ...after.scopes])].flatMap((scope): [Scope, boolean][] =>
    before.scopes.includes(scope) === after.scopes.includes(scope) ? [] : [[scope, after.scopes.includes(scope)]],
  )
  const ids = new Set([...before.fields, ...after.fields].map(({ fieldId }) => fieldId))
  const fields = [...ids].flatMap((id) => {
    const [was, is] = [before, after].map(({ fields: all }) => all.find(({ fieldId }) => fieldId === id) ?? closed)
    return was!.read === is!.read && was!.write === is!.write ? [] : [[id, was!, is!] as const]
  })
  return { scopes, fields }
}
