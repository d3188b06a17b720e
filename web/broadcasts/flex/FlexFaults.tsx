import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { useWords } from '../../data/text.ts'
import styles from './FlexEditor.module.css'
import { faultWords } from './fault-words.ts'
import { flexText } from './text.ts'

/** Faults that are named one by one. */
const MAX_NAMED = 5

interface FlexFaultsProps {
  /** With their place in the JSON. */
  faults: readonly (Fault & { place: string })[]
}

/** Faults of the JSON, each with its place. */
export function FlexFaults({ faults }: FlexFaultsProps) {
  const t = useWords(flexText)
  const left = faults.length - MAX_NAMED
  return (
    <>
      {faults.slice(0, MAX_NAMED).map((fault) => (
        <span key={fault.path} className={styles.fault}>
          {fault.place && <code>{fault.place}</code>} {faultWords(t, fault)}
        </span>
      ))}
      {left > 0 && <span className={styles.fault}>{t.more({ count: left })}</span>}
    </>
  )
}
