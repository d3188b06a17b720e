import { IconFileText, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconUserCheck } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import styles from './Automations.module.css'
import { automationText } from './automation-text.ts'

const icons = {
  draft: IconFileText,
  awaiting_approval: IconUserCheck,
  active: IconPlayerPlay,
  paused: IconPlayerPause,
  stopped: IconPlayerStop,
}

interface AutomationStatusProps {
  status: keyof typeof icons
  /** Version in use, to be named. */
  version?: number | null
}

/** The state of an automation. */
export function AutomationStatus({ status, version }: AutomationStatusProps) {
  const t = useWords(automationText)
  const Icon = icons[status]
  const said = () => {
    if (version && status === 'active') return t.activeVersion({ version })
    if (version && status === 'paused') return t.pausedVersion({ version })
    return t[status]
  }
  return (
    <span className={styles.status} data-state={status}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {said()}
    </span>
  )
}
