import { Button, Textarea } from '@mantine/core'
import { isStopPhrase, MAX_STOP_PHRASE, MAX_STOP_PHRASES } from '@ruam/contract/channels/stop-phrases.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import styles from './AccountDetail.module.css'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { text } from './text.ts'

/** Words of the store that mean a stop: what they are, and a button that changes them. */
export function StopPhrases({ account, mayEdit }: { account: AccountRow; mayEdit: boolean }) {
  const t = useWords(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.setting}>
      <div>
        <p>{t.stopPhrases}</p>
        <p>{account.stopPhrases.length > 0 ? account.stopPhrases.join(' · ') : t.stopPhrasesText}</p>
      </div>
      {mayEdit && (
        <Button
          size="xs"
          aria-label={`${t.edit} ${t.stopPhrases}`}
          leftSection={<IconPencil size={16} stroke={1.6} />}
          onClick={() => setOpen(true)}
        >
          {t.edit}
        </Button>
      )}
      {isOpen && <PhrasesDialog account={account} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface Values {
  phrases: string
}

const linesOf = (phrases: string) => [...new Set(phrases.split('\n').map((line) => line.trim()))].filter(Boolean)

const checkPhrases = (phrases: string) => {
  const lines = linesOf(phrases)
  if (lines.length <= MAX_STOP_PHRASES && lines.every(isStopPhrase)) return null
  return wordsNow(text).ownPhrasesWrong({ lines: MAX_STOP_PHRASES, letters: MAX_STOP_PHRASE })
}

/** Changes the words, one on each line. */
function PhrasesDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useWords(text)
  const calls = callsOf(account.type)
  const update = useWrite(calls.update, { quiet: true })
  const record = useRecordForm({
    record: account,
    blank: { phrases: '' },
    valuesOf: ({ stopPhrases }: AccountRow): Values => ({ phrases: stopPhrases.join('\n') }),
    validate: { phrases: checkPhrases },
    current: currentOf(calls.update),
    save: ({ phrases }: Values, originTime) =>
      update.mutateAsync({ params: { id: account.id }, body: { stopPhrases: linesOf(phrases), originTime } }),
    onClose,
  })
  return (
    <RecordDialog title={t.stopPhrases} record={record} shown={{ phrases: { label: t.ownPhrases } }}>
      <Textarea
        {...record.form.getInputProps('phrases')}
        label={t.ownPhrases}
        description={`${t.stopPhrasesText} ${t.ownPhrasesText}`}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
      />
    </RecordDialog>
  )
}
