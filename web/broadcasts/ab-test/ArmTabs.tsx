import { type Arm, arms } from '@ruam/contract/broadcasts/ab-test.ts'
import { useWords } from '../../data/text.ts'
import { abText } from '../ab-text.ts'
import styles from './AbTest.module.css'

interface ArmTabsProps {
  arm: Arm
  /** Texts with something missing that is shown. */
  faulty?: readonly Arm[]
  onChoose: (arm: Arm) => void
}

/** Chooses which of both texts is written or seen. */
export function ArmTabs({ arm, faulty = [], onChoose }: ArmTabsProps) {
  const t = useWords(abText)
  return (
    <fieldset className={styles.tabs} aria-label={t.texts}>
      {arms.map((one) => (
        <button key={one} type="button" aria-pressed={one === arm} onClick={() => onChoose(one)}>
          {t[one]}
          {faulty.includes(one) && <em>{t.incomplete}</em>}
        </button>
      ))}
    </fieldset>
  )
}
