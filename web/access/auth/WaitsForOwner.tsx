import { Button } from '@mantine/core'
import door from '../../app/DoorFrame.module.css'
import { useWords } from '../../data/text.ts'
import { setUpText } from './set-up-text.ts'

/** Line by which a starting server announces the link. */
const LINE = 'Set up your store once with this link: …'

/** Replaces the sign-in form while there is no account. */
export function WaitsForOwner({ onAgain, busy }: { onAgain: () => void; busy: boolean }) {
  const t = useWords(setUpText)
  return (
    <div className={door.card}>
      <h1>{t.waitingTitle}</h1>
      <p className={door.lead}>{t.waitingText}</p>
      <p className={door.line} lang="en">
        {LINE}
      </p>
      <Button size="lg" loading={busy} onClick={onAgain} fullWidth>
        {t.waitingAgain}
      </Button>
    </div>
  )
}
