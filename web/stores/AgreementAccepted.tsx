import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Agreement } from '../auth/Agreement.tsx'
import { EmptyState } from '../core/EmptyState.tsx'
import { useStore } from '../core/session.ts'
import { shell } from '../core/shell-words.ts'
import { useWords } from '../core/text.ts'
import styles from './AgreementAccepted.module.css'
import { text } from './text.ts'

/** The agreement of a store that has accepted it; the guard leads everybody else on. */
export function AgreementAccepted() {
  const t = useWords(text)
  const s = useWords(shell)
  const { id } = useStore()
  return (
    <div className={styles.page}>
      <EmptyState
        icon={IconCircleCheck}
        title={t.accepted}
        text={t.acceptedText}
        action={
          <Button component={Link} to={`/${id}` as never}>
            {s.home}
          </Button>
        }
      />
      <Agreement />
    </div>
  )
}
