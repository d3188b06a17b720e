import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { keylessModes } from '@ruam/contract/imports/mapping.ts'
import { IconArrowsSplit } from '@tabler/icons-react'
import { formatPhone } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { Choice } from '../mapping/Choice.tsx'
import { FoundChoices } from '../mapping/FoundChoices.tsx'
import { KeyFacts } from '../mapping/KeyFacts.tsx'
import type { MappingAnswer } from '../mapping/mapping-answer.ts'
import { feedersOf } from '../mapping/mapping-draft.ts'
import { ROW_NUMBER } from '../mapping/mapping-fields.ts'
import { mappingText } from '../mapping/mapping-text.ts'
import { baht } from './figures.ts'
import styles from './Understood.module.css'
import { understoodText } from './understood-text.ts'
import type { MappingForm, Understood } from './use-understood.ts'

interface WhoCardProps {
  form: MappingForm
  mapping: MappingAnswer
  understood: Understood
}

/** The customers of a file, and how they are told apart. */
export function WhoCard({ form, mapping, understood }: WhoCardProps) {
  const t = useWords(understoodText)
  const m = useWords(mappingText)
  const mayCreate = useMayCall(profileFields.create)
  const { mapper, dialog } = form
  const { draft, fields, change } = mapper
  const { keys, keyless, names, first } = understood
  const numbered = feedersOf(draft).has(ROW_NUMBER)
  const nameOf = (id: number) => mapping.profileFields.find((field) => field.id === id)?.displayName ?? ''
  const proposed = form.newKey && mapping.sourceSchema.find(({ id }) => id === form.newKey?.column)?.name
  const isAsked = mapper.keys.length === 0 && !numbered && !proposed
  const before = Number(numbered) + Number(proposed !== undefined)
  return (
    <>
      {isAsked ? (
        <div className={styles.part}>
          <KeyFacts
            mapping={mapping}
            draft={draft}
            keys={mapper.keys}
            candidates={mapper.candidates}
            fields={fields}
            rows={understood.rows}
            endless={false}
            onChange={change}
            onMakeKey={
              mayCreate
                ? (column) => dialog.open({ what: 'field', column, place: 0, of: 'profile', asKey: true })
                : undefined
            }
          />
        </div>
      ) : (
        <div className={styles.part}>
          <h3>{t.sameWhen}</h3>
          <table className={styles.keys}>
            <thead>
              <tr>
                <th colSpan={2} scope="col">
                  {t.inOrder}
                </th>
                <th scope="col">{t.usable}</th>
                <th scope="col">{t.deciding}</th>
              </tr>
            </thead>
            <tbody>
              {numbered && (
                <tr>
                  <td>1</td>
                  <td colSpan={3}>{t.byNumber}</td>
                </tr>
              )}
              {proposed !== undefined && (
                <tr>
                  <td>1</td>
                  <td>
                    {proposed} <small>{t.newField}</small>
                  </td>
                  <td>{(understood.newKey ?? 0).toLocaleString('en')}</td>
                  <td>{(understood.newKey ?? 0).toLocaleString('en')}</td>
                </tr>
              )}
              {keys.map(({ fieldId, usable, deciding }, place) => (
                <tr key={fieldId}>
                  <td>{place + before + 1}</td>
                  <td>{nameOf(fieldId)}</td>
                  <td>{usable.toLocaleString('en')}</td>
                  <td>{deciding.toLocaleString('en')}</td>
                </tr>
              ))}
              {keyless.count > 0 && (
                <tr className={styles.none}>
                  <td>{EMPTY}</td>
                  <td colSpan={2}>{t.noKey}</td>
                  <td>{keyless.count.toLocaleString('en')}</td>
                </tr>
              )}
            </tbody>
          </table>
          {keyless.count > 0 && draft.mode !== 'existing' && (
            <div className={styles.keyless}>
              <p>
                {t.theseRows({ count: keyless.count })}{' '}
                <Choice
                  label={m.keylessRows}
                  value={draft.keyless}
                  options={keylessModes.map((value) => ({ value, label: m[`keyless_${value}`] }))}
                  onChange={(value) => change((before) => ({ ...before, keyless: value === 'add' ? 'add' : 'fail' }))}
                />
              </p>
              {draft.keyless === 'fail' && Number(keyless.sum) !== 0 && (
                <p className={styles.quiet}>{t.lostSum({ sum: baht(keyless.sum) })}</p>
              )}
            </div>
          )}
        </div>
      )}
      {names && (
        <div className={styles.item}>
          <IconArrowsSplit size={18} stroke={1.6} />
          <div>
            <p>{t.namesSplit({ count: names.split })}</p>
            <p className={styles.quiet}>{t.nameExample({ name: names.cell, parts: names.parts.join(' · ') })}</p>
            {names.alone > 0 && <p className={styles.quiet}>{t.namesAlone({ count: names.alone })}</p>}
          </div>
        </div>
      )}
      {!isAsked && (
        <div className={styles.part}>
          <FoundChoices draft={draft} onChange={(part) => change((before) => ({ ...before, ...part }))} />
        </div>
      )}
      {first.length > 0 && (
        <div className={styles.part}>
          <h3 className={styles.small}>{t.firstCustomers}</h3>
          <table className={styles.first}>
            <tbody>
              {first.map((one) => (
                <tr key={one.key}>
                  <td>{one.name || one.key}</td>
                  <td>{formatPhone(one.contact || one.key)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
