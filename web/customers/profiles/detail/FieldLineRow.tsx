import { ActionIcon } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconCopy, IconMathFunction, IconPencil } from '@tabler/icons-react'
import { memo, useContext, useId, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { FieldValueText } from '../FieldValueText.tsx'
import { useFieldText } from '../field-text.ts'
import { profileText } from '../profile-text.ts'
import { useUnmask } from '../use-unmask.ts'
import type { ProfileListField } from '../values.ts'
import { detail } from './detail-text.ts'
import { MayEdit } from './edit-context.ts'
import { FieldSource } from './FieldSource.tsx'
import { type FieldLine, isFilled } from './field-lines.ts'
import { InlineEdit, useFocusReturn } from './InlineEdit.tsx'
import { InlineEditForm } from './InlineEditForm.tsx'
import { inlineEditText } from './inline-edit-text.ts'
import styles from './ProfileDetail.module.css'
import { useCopy } from './use-copy.ts'
import { useSourceHover } from './use-source-hover.ts'

/** Values with a copy button. */
const copied = new Set(['phone', 'email', 'lineUserId', 'lineBasicId', 'citizenId'])

interface FieldLineRowProps {
  line: FieldLine
  profileId: number
}

const isSame = (before: FieldLineRowProps, now: FieldLineRowProps) =>
  before.profileId === now.profileId &&
  before.line.name === now.line.name &&
  before.line.fields.length === now.line.fields.length &&
  before.line.fields.every((field, place) => field === now.line.fields[place])

/** One line of what is known: its name, its value, which is edited there, and where that came from. A store may have hundreds. */
export const FieldLineRow = memo(function FieldLineRow({ line, profileId }: FieldLineRowProps) {
  const t = useWords(profileText)
  const d = useWords(detail)
  const fieldText = useFieldText()
  const copy = useCopy()
  const titleId = useId()
  const first = line.fields[0]!
  const title = line.name ? t[line.name] : first.displayName
  const filled = line.fields.filter(isFilled)
  const hover = useSourceHover()
  const reveal = useReveal(profileId, first)
  return (
    <div className={styles.line}>
      <dt id={titleId}>{title}</dt>
      <dd {...(filled.length > 0 && !reveal.field && hover.target)}>
        {reveal.field ? (
          <InlineEditForm title={title} fields={[reveal.field]} first={first.id} onLeave={reveal.leave} />
        ) : (
          <InlineEdit title={title} titleId={titleId} fields={line.fields} className={styles.value}>
            {line.name ? (
              filled.map((field) => (
                <span key={field.id} data-part={field.id}>
                  {fieldText(field)}{' '}
                </span>
              ))
            ) : (
              <FieldValueText field={first} profileId={profileId} />
            )}
            {first.type === 'transform_profile' && (
              <small className={styles.computed}>
                <IconMathFunction size={14} stroke={1.6} />
                {d.computed}
              </small>
            )}
          </InlineEdit>
        )}
        {filled.length > 0 && !reveal.field && (
          <span className={styles.lineActions}>
            {reveal.may && (
              <ActionIcon
                ref={reveal.button}
                aria-label={reveal.label(title)}
                loading={reveal.busy}
                onClick={reveal.open}
              >
                <IconPencil size={16} stroke={1.6} />
              </ActionIcon>
            )}
            {copied.has(first.name) && !first.masked && (
              <ActionIcon aria-label={d.copy({ name: title })} onClick={() => copy(fieldText(first))}>
                <IconCopy size={16} stroke={1.6} />
              </ActionIcon>
            )}
            <FieldSource title={title} fields={filled} hover={hover} />
          </span>
        )}
      </dd>
    </div>
  )
}, isSame)

/** A hidden value can be edited only after it is revealed, so that no unseen value is overwritten. */
function useReveal(profileId: number, field: ProfileListField) {
  const t = useWords(inlineEditText)
  const mayEdit = useContext(MayEdit)
  const mayShow = useMayCall(profiles.unmask)
  const unmask = useUnmask(profileId, field.id)
  const button = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState<ProfileListField>()
  const back = useFocusReturn(button, shown !== undefined)
  const label = (name: string) => t.showToEdit({ name })
  return {
    may: mayEdit && mayShow && field.masked === true,
    field: shown,
    button,
    busy: unmask.busy,
    label,
    open: async () => {
      const value = await unmask.show()
      if (value !== undefined) setShown({ ...field, value, masked: false })
    },
    leave: (focus: boolean) => {
      if (focus) back()
      setShown(undefined)
    },
  }
}
