import { IconLock } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './Restriction.module.css'
import { restrictionText } from './text.ts'

/** Sign next to the name of a customer whose data may not be used. */
export function RestrictionMark() {
  const t = useWords(restrictionText)
  return (
    <span className={styles.mark} title={t.restricted}>
      <IconLock size={16} stroke={1.8} />
      <span className="ruam-heard">{t.restricted}</span>
    </span>
  )
}
