import { Checkbox, NativeSelect } from '@mantine/core'
import type { FieldWrite } from '@ruam/contract/open-api/credentials.ts'
import { IconLock } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { EMPTY } from '../ui/Loaded.tsx'
import { usePhone } from '../ui/use-phone.ts'
import styles from './FieldAccess.module.css'
import { accessText } from './field-access-text.ts'

/** What a list says of one profile field. */
export interface Listed {
  fieldId: number
  read: boolean
  write: FieldWrite | null
}

/** A profile field that a list can open. */
export interface AccessField {
  id: number
  displayName: string
  sensitive: boolean
  /** Computed fields are never written. */
  computed: boolean
}

interface FieldAccessProps {
  fields: readonly AccessField[]
  value: readonly Listed[]
  /** Times of last use by field; without them there are no such columns. */
  used?: ReadonlyMap<number, { lastReadAt: string | null; lastWrittenAt: string | null }>
  disabled?: boolean
  /** True for the store's list, which opens a field for writing without saying how. */
  plain?: boolean
  /** False for a person who may not see sensitive values, and so cannot open them. */
  opensSensitive?: boolean
  onChange: (value: Listed[]) => void
}

const modes = ['no', 'fill', 'overwrite'] as const

/** The list of a program: for each profile field whether it is read, and how it is written. */
export function FieldAccess(props: FieldAccessProps) {
  const { fields, value, used, disabled = false, plain = false, opensSensitive = true, onChange } = props
  const a = useWords(accessText)
  const format = useFormat()
  const phone = usePhone()
  const listed = new Map(value.map((one) => [one.fieldId, one]))
  const of = (fieldId: number) => listed.get(fieldId) ?? { fieldId, read: false, write: null }
  function change(fieldId: number, part: Partial<Listed>) {
    const next = { ...of(fieldId), ...part }
    const others = value.filter((one) => one.fieldId !== fieldId)
    onChange(next.read || next.write ? [...others, next].sort((x, y) => x.fieldId - y.fieldId) : others)
  }
  const showsUse = used !== undefined && !phone
  return (
    <div className={styles.fit}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{a.field}</th>
            <th scope="col">{a.read}</th>
            <th scope="col">{a.write}</th>
            {showsUse && <th scope="col">{a.lastRead}</th>}
            {showsUse && <th scope="col">{a.lastWritten}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ id, displayName, sensitive, computed }) => {
            const { read, write } = of(id)
            const closed = disabled || (sensitive && !opensSensitive)
            const use = used?.get(id)
            return (
              <tr key={id}>
                <th scope="row">
                  {displayName}
                  {sensitive && (
                    <span className={styles.mark}>
                      <IconLock size={14} stroke={1.6} /> {a.isSensitive}
                    </span>
                  )}
                </th>
                <td>
                  <Checkbox
                    className={read ? undefined : styles.off}
                    label={read ? a.readable : sensitive ? a.shut : a.unreadable}
                    aria-label={a.readOf({ name: displayName })}
                    checked={read}
                    disabled={closed}
                    onChange={() => change(id, { read: !read })}
                  />
                </td>
                <td>
                  {computed ? (
                    <span className={styles.mark}>{a.computed}</span>
                  ) : plain ? (
                    <Checkbox
                      className={write ? undefined : styles.off}
                      label={write ? a.writable : sensitive ? a.shut : a.unwritable}
                      aria-label={a.writeOf({ name: displayName })}
                      checked={write !== null}
                      disabled={closed}
                      onChange={() => change(id, { write: write ? null : 'overwrite' })}
                    />
                  ) : (
                    <NativeSelect
                      className={write ? undefined : styles.off}
                      aria-label={a.writeOf({ name: displayName })}
                      data={modes.map((mode) => ({ value: mode, label: a[mode] }))}
                      value={write ?? 'no'}
                      disabled={closed}
                      onChange={({ currentTarget: { value: mode } }) =>
                        change(id, { write: mode === 'no' ? null : (mode as FieldWrite) })
                      }
                    />
                  )}
                </td>
                {showsUse && <td className={styles.time}>{use?.lastReadAt ? format.when(use.lastReadAt) : EMPTY}</td>}
                {showsUse && (
                  <td className={styles.time}>{use?.lastWrittenAt ? format.when(use.lastWrittenAt) : EMPTY}</td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
