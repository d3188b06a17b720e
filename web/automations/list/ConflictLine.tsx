import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import type { Conflict } from '../automation.ts'
import { useConflictSentence } from '../use-conflict-sentence.ts'
import styles from './AutomationList.module.css'
import { automationListText } from './automation-list-text.ts'

/** The first conflict of automations, and the others on request. */
export function ConflictLine({ conflicts }: { conflicts: readonly Conflict[] }) {
  const t = useWords(automationListText)
  const say = useConflictSentence()
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = conflicts
  if (!first) return null
  const line = (conflict: Conflict) => (
    <>
      <span>{say(conflict)}</span>
      <RouteLink
        to="automation"
        params={{ automationId: conflict.automation.id }}
        aria-label={`${t.see}: ${say(conflict)}`}
      >
        {t.see}
      </RouteLink>
    </>
  )
  return (
    <section className={styles.conflicts} aria-label={t.conflicts}>
      <p>
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
        {line(first)}
        {others.length > 0 && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t.moreConflicts({ count: others.length })}
          </button>
        )}
      </p>
      {isOpen && (
        <ul>
          {others.map((conflict) => (
            <li key={say(conflict)}>{line(conflict)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
