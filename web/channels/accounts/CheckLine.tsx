import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './AccountDetail.module.css'
import { text } from './text.ts'

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX }

interface CheckLineProps {
  kind: 'good' | 'warning' | 'bad'
  title: string
  /** The reason, and the next step if the check failed. */
  children: ReactNode
  actions?: ReactNode
}

/** One check of a connection and its outcome. */
export function CheckLine({ kind, title, children, actions }: CheckLineProps) {
  const t = useWords(text)
  const Icon = icons[kind]
  return (
    <li className={styles.line} data-kind={kind}>
      <Icon size={18} stroke={1.6} />
      <div>
        <p>
          <span className="ruam-heard">{t[kind]}: </span>
          {title}
        </p>
        <p>{children}</p>
      </div>
      <div className={styles.buttons}>{actions}</div>
    </li>
  )
}
