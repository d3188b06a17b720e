import { ActionIcon } from '@mantine/core'
import { IconCopy, IconMathFunction } from '@tabler/icons-react'
import { useWords } from '../../core/text.ts'
import { FieldValueText } from '../FieldValueText.tsx'
import { useFieldText } from '../field-text.ts'
import { text } from '../text.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import { FieldSource } from './FieldSource.tsx'
import type { FieldLine } from './field-lines.ts'
import styles from './ProfileDetail.module.css'
import { useCopy } from './use-copy.ts'
import { useSourceHover } from './use-source-hover.ts'

/** What people copy to use elsewhere. */
const copied = new Set(['phone', 'email', 'lineUserId', 'lineBasicId', 'citizenId'])

/** One line of what is known: its name, its value, and where that came from. */
export function FieldLineRow({ line, profile }: { line: FieldLine; profile: ProfileRow }) {
  const t = useWords(text)
  const d = useWords(detail)
  const fieldText = useFieldText()
  const copy = useCopy()
  const [first] = line.fields
  const title = line.name ? t[line.name] : first!.displayName
  const value = first!.value
  const filled = value !== null && value !== ''
  const hover = useSourceHover()
  return (
    <div className={styles.line}>
      <dt>{title}</dt>
      <dd {...(filled && hover.target)}>
        <span className={styles.value}>
          {line.name ? (
            line.fields.map((field) => fieldText(field)).join(' ')
          ) : (
            <FieldValueText field={first!} profileId={profile.id} />
          )}
          {first!.type === 'transform_profile' && (
            <small className={styles.computed}>
              <IconMathFunction size={14} stroke={1.6} aria-hidden />
              {d.computed}
            </small>
          )}
        </span>
        {filled && (
          <span className={styles.lineActions}>
            {copied.has(first!.name) && !first!.masked && (
              <ActionIcon aria-label={d.copy({ name: title })} onClick={() => copy(fieldText(first!))}>
                <IconCopy size={16} stroke={1.6} />
              </ActionIcon>
            )}
            <FieldSource title={title} fields={line.fields} profile={profile} hover={hover} />
          </span>
        )}
      </dd>
    </div>
  )
}
