import { Button } from '@mantine/core'
import { rightName } from '@ruam/contract/access/rights-matrix.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { usePreferences } from '../data/preferences.ts'
import { useWords } from '../data/text.ts'
import { lackedText } from './lacked-words.ts'
import { requestRights } from './request-rights.ts'
import styles from './states.module.css'

interface LackedProps {
  /** As `useLackedRights` returns them. */
  rights: readonly Permission[]
}

/** Sends a request for rights to the owners. */
function RequestRights({ rights }: LackedProps) {
  const t = useWords(lackedText)
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open')
  const isSent = state === 'sent'
  const send = async () => {
    setState('sending')
    setState((await requestRights(rights)) ? 'sent' : 'open')
  }
  return (
    <Button
      loading={state === 'sending'}
      disabled={isSent}
      leftSection={isSent && <IconCheck size={16} stroke={1.6} />}
      onClick={() => void send()}
    >
      {isSent ? t.asked : t.ask}
    </Button>
  )
}

/** Names the rights that a part of a screen lacks, with a way to ask for them. Renders nothing if none is lacking. */
export function LackedRights({ rights, children }: LackedProps & { children?: ReactNode }) {
  const t = useWords(lackedText)
  const { language } = usePreferences()
  const names = rights.map((right) => rightName(right, language)).filter(Boolean)
  if (names.length === 0) return null
  return (
    <div className={styles.lacked} role="note">
      <IconLock size={18} stroke={1.6} />
      <p>
        {children} {t.needs({ rights: names.join(', ') })}
      </p>
      <RequestRights rights={rights} />
    </div>
  )
}
