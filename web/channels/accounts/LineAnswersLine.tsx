import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { AccountRow } from './account-row.ts'
import { CheckLine } from './CheckLine.tsx'
import { text } from './text.ts'

const loadDialog = () => import('./LineAnswersDialog.tsx')
const LineAnswersDialog = lazyPart(loadDialog)

/** LINE's own greeting and automatic answers as staff found them, and the way to turn them off. */
export function LineAnswersLine({ account }: { account: AccountRow }) {
  const t = useWords(text)
  const [isOpen, setOpen] = useState(false)
  const { lineAnswers } = account
  const word = lineAnswers === null ? 'Unknown' : lineAnswers === 'on' ? 'On' : 'Off'
  return (
    <>
      <CheckLine
        kind={lineAnswers === 'off' ? 'good' : 'warning'}
        title={t[`ownAnswers${word}`]}
        actions={
          <Button
            size="xs"
            aria-label={`${t.seeHow}: ${t[`ownAnswers${word}`]}`}
            onPointerEnter={() => void loadDialog()}
            onClick={() => setOpen(true)}
          >
            {t.seeHow}
          </Button>
        }
      >
        {t[`ownAnswers${word}Text`]}
      </CheckLine>
      {isOpen && (
        <Suspense>
          <LineAnswersDialog account={account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
