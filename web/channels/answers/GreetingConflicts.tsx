import { automations } from '@ruam/contract/automations/automations.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useConflictSentence } from '../../automations/use-conflict-sentence.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Answers.module.css'
import { text } from './text.ts'

/** Automations that message new friends in the moment in which the greeting of the account answers them. */
export function GreetingConflicts({ accountId }: { accountId: number }) {
  const t = useWords(text)
  const say = useConflictSentence()
  const may = useMayCall(automations.list)
  const { data } = useRead(automations.list, { query: { offset: 0, limit: 1 } }, { enabled: may })
  const conflicts =
    data?.conflicts.filter(({ kind, channelId }) => kind === 'greeting' && channelId === accountId) ?? []
  return conflicts.map((conflict) => (
    <p key={conflict.automation.id} className={styles.warning}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <span>
        {say(conflict)}{' '}
        <RouteLink to="automation" params={{ automationId: conflict.automation.id }}>
          {t.openAutomation}
        </RouteLink>
      </span>
    </p>
  ))
}
