import type { SetupKind } from '@ruam/contract/access/setup-requests.ts'
import { IconBrandLine, IconShieldQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import styles from '../Composer.module.css'
import { requestText } from './request-text.ts'
import { SetupRequest } from './SetupRequest.tsx'

interface MissingChoiceProps {
  kind: SetupKind
  title: string
  text: string
  /** A button that adds it; false for readers. */
  action: ReactNode
  /** True if the person may not add it: the owners are asked. */
  isLacking: boolean
  /** Saves the broadcast, which the owners are asked for. Without one they are not asked. */
  onSave?: () => Promise<number | undefined>
}

/** Stands for a choice that the store has nothing for, with the way to add it. */
export function MissingChoice({ kind, title, text, action, isLacking, onSave }: MissingChoiceProps) {
  const a = useWords(requestText)
  const Icon = kind === 'account' ? IconBrandLine : IconShieldQuestion
  return (
    <section className={styles.missing} aria-label={title}>
      <Icon size={24} stroke={1.6} aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>
          {text} {isLacking && a.roleLacks}
        </p>
      </div>
      {action && isLacking ? onSave && <SetupRequest kind={kind} onSave={onSave} /> : action}
    </section>
  )
}
