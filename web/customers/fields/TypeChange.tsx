import { Checkbox, type CheckboxProps } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { EMPTY } from '../../ui/Loaded.tsx'
import styles from './Fields.module.css'
import type { FieldOwner } from './field-owner.ts'
import { text } from './text.ts'

const previews = { profile: profileFields.typePreview, activity: activities.fieldTypePreview } as const

/** Effect of another type on values; requested if `to` differs from the field's type. */
export function useTypePreview(owner: FieldOwner, id: number | undefined, to: DataType, enabled: boolean) {
  return useRead(previews[owner], { params: { id: id ?? 0 }, body: { dataType: to } }, { enabled, staleTime: 0 })
}

interface TypeChangeProps {
  from: DataType
  to: DataType
  preview: ReturnType<typeof useTypePreview>
  /** The choice to let values go, as the form gives it to its input. */
  drop: CheckboxProps
}

/** Shows what a change of type would do, before it is done. */
export function TypeChange({ from, to, preview, drop }: TypeChangeProps) {
  const t = useWords(text)
  const format = useFormat()
  const show = (value: string, type: DataType) => {
    if (value === '') return EMPTY
    if (type === 'Boolean') return format.boolean(value === 'true')
    return type === 'Date' ? format.date(value) : value
  }
  if (preview.error) return <FormNote message={preview.error.message} />
  const { data } = preview
  if (!data || preview.isPlaceholderData) return <FormNote kind="info" message={t.typeCounting} />
  const { convertible, notConvertible, samples, segments, views } = data
  const users = [
    segments.count > 0 ? t.inSegments({ count: segments.count, names: segments.names.join(', ') }) : '',
    views.count > 0 ? t.inViews({ count: views.count, names: views.names.join(', ') }) : '',
  ].filter(Boolean)
  const named = users.length > 0 && <FormNote message={users.join(' ')} />
  if (convertible + notConvertible === 0)
    return (
      <>
        <FormNote kind="info" message={t.typeNothing} />
        {named}
      </>
    )
  return (
    <div className={styles.typeChange}>
      <p role="status">
        <span>{t.typeKept({ count: convertible })}</span>{' '}
        {notConvertible > 0 && <strong>{t.typeLost({ count: notConvertible })}</strong>}
      </p>
      {samples.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.typeBefore}</th>
              <th scope="col">{t.typeAfter}</th>
            </tr>
          </thead>
          <tbody>
            {samples.map(({ before, after }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two samples may be alike, and they never move
              <tr key={place}>
                <td>{show(before, from)}</td>
                <td data-lost={after === null}>{after === null ? t.typeGone : show(after, to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {named}
      {notConvertible > 0 && <Checkbox {...drop} label={t.drop} />}
    </div>
  )
}
