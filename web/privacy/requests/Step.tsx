import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface StepProps {
  place: number
  state: 'done' | 'now' | 'next'
  title: string
  note?: ReactNode
  children?: ReactNode
}

/** A step of a request with its sign. */
export function Step({ place, state, title, note, children }: StepProps) {
  return (
    <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.sign} aria-hidden>
        {state === 'done' ? <IconCircleCheck size={22} stroke={1.6} /> : <i>{place}</i>}
      </span>
      <div className={styles.step}>
        <h2>{title}</h2>
        {note && <p className={styles.quiet}>{note}</p>}
        {children}
      </div>
    </li>
  )
}
