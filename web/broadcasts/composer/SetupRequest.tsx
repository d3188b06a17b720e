import { Button } from '@mantine/core'
import { type SetupKind, setupRequests } from '@ruam/contract/access/setup-requests.ts'
import { IconClock, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from '../Composer.module.css'
import { requestText } from './request-text.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface SetupRequestProps {
  kind: SetupKind
  /** Saves the draft, which the owner's answer leads back to. Returns its id, or undefined if it was refused. */
  onSave: () => Promise<number | undefined>
}

/** Asks the owners for what only they can add, once a day. */
export function SetupRequest({ kind, onSave }: SetupRequestProps) {
  const a = useWords(requestText)
  const format = useFormat()
  const read = useRead(setupRequests.get, {})
  const ask = useWrite(setupRequests.create)
  const [isSaving, setSaving] = useState(false)
  const asked = read.data?.data.find((one) => one.kind === kind)
  const isFresh = asked !== undefined && Date.parse(asked.askedAt) > Date.now() - DAY_MS
  if (asked && isFresh)
    return (
      <div className={styles.asked} role="status">
        <IconClock size={20} stroke={1.6} aria-hidden />
        <p>
          {a.sentTo({ owners: read.data!.owners.join(', '), when: format.dateTime(asked.askedAt) ?? '' })} {a.comesBack}
        </p>
        <small>{a.againTomorrow}</small>
      </div>
    )
  const send = async () => {
    setSaving(true)
    const broadcastId = await onSave().finally(() => setSaving(false))
    if (broadcastId !== undefined) ask.mutate({ body: { kind, broadcastId } }, { onSuccess: () => void read.refetch() })
  }
  return (
    <Button
      leftSection={<IconSend size={16} stroke={1.6} />}
      loading={isSaving || ask.isPending}
      disabled={!read.data}
      onClick={() => void send()}
    >
      {kind === 'account' ? a.askAccount : a.askPurpose}
    </Button>
  )
}
