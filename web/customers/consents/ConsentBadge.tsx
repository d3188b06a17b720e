import { IconCircleCheck, IconCircleX, IconLock, IconMinus } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './Consents.module.css'
import type { ConsentAnswer } from './said.ts'
import { text } from './text.ts'

const icons = {
  ...{ granted: IconCircleCheck, withdrawn: IconCircleX, refused: IconCircleX, unknown: IconMinus },
  under_age: IconLock,
}

/** Consent as icon and word. */
export function ConsentBadge({ said }: { said: ConsentAnswer }) {
  const t = useWords(text)
  const Icon = icons[said]
  return (
    <span className={styles.badge} data-said={said}>
      <Icon size={16} stroke={1.6} />
      {t[said]}
    </span>
  )
}
