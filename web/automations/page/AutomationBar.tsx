import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { AutomationStatus } from '../AutomationStatus.tsx'
import type { Automation } from '../automation.ts'
import { AutomationButtons } from './AutomationButtons.tsx'
import styles from './Page.module.css'
import { pageText } from './page-text.ts'

/** The state of an automation, and what can be done with it. */
export function AutomationBar({ automation }: { automation: Automation }) {
  const t = useWords(pageText)
  const format = useFormat()
  const { status, version, startedAt, entered, messages, edited } = automation
  const why = useWhy(automation)
  const facts = [
    startedAt && t.since({ time: format.dateTime(startedAt) }),
    version !== null && t.entered({ count: entered }),
    version !== null && messages !== null && t.messages({ count: messages }),
    version !== null && edited && t.edited,
  ].filter(Boolean)
  return (
    <div className={styles.bar}>
      <div>
        <strong>
          <AutomationStatus status={status} version={version} />
        </strong>
        <span className={styles.quiet}>{facts.join(' · ')}</span>
        {why && <span className={styles.warning}>{why}</span>}
      </div>
      <AutomationButtons automation={automation} />
    </div>
  )
}

/** Why an automation rests; undefined while it works. */
function useWhy({ status, reason, stopped, versionFaults }: Automation): string | undefined {
  const t = useWords(pageText)
  const format = useFormat()
  if (status !== 'paused' && status !== 'stopped') return undefined
  if (reason === 'fault' && versionFaults.some(({ kind }) => kind === 'unsent')) return t.unsent
  if (reason && reason !== 'user') return t[reason]
  if (!stopped) return undefined
  const said = { name: stopped.name, time: format.dateTime(stopped.at) }
  return status === 'paused' ? t.pausedBy(said) : t.stoppedBy(said)
}
