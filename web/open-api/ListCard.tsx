import type { ComponentProps, ReactNode } from 'react'
import styles from './OpenApi.module.css'
import { State } from './State.tsx'

interface ListCardProps {
  name: ReactNode
  status: ComponentProps<typeof State>['status']
  facts: ReactNode
  actions: ReactNode
}

/** An entry of a list on a phone. */
export const ListCard = ({ name, status, facts, actions }: ListCardProps) => (
  <div className={styles.card}>
    <div>
      {name}
      <div className={styles.quiet}>
        <State status={status} /> {facts}
      </div>
    </div>
    {actions}
  </div>
)
