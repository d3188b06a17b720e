import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { serve } from '../serve-text.ts'
import { fieldValueText, type ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'
import { useCopy } from './use-copy.ts'

/** Phone and email below the name: to call, to write, to copy. */
export function HeadContact({ profile }: { profile: ListedProfile }) {
  const d = useWords(detail)
  const t = useWords(serve)
  const format = useFormat()
  const copy = useCopy()
  const phone = fieldValueText(profile, 'phone')
  const email = fieldValueText(profile, 'email')
  if (!phone && !email) return null
  return (
    <p className={styles.contact}>
      {phone && (
        <span>
          <a
            href={`tel:${phone}`}
            className={styles.phone}
            aria-label={t.callNumber({ phone: format.formatPhone(phone) })}
          >
            {format.formatPhone(phone)}
          </a>
          <ActionIcon
            size={24}
            className={styles.copy}
            aria-label={d.copy({ name: format.formatPhone(phone) })}
            onClick={() => copy(format.formatPhone(phone))}
          >
            <IconCopy size={14} stroke={1.6} />
          </ActionIcon>
        </span>
      )}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  )
}
