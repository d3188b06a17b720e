import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useDownload } from '../../imports/data-sources/use-download.ts'
import { useMayCall } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import type { Preview } from './preview.ts'
import styles from './TakeBack.module.css'
import { takeBackText } from './take-back-text.ts'

interface RestProps {
  automationId: number
  preview: Preview
  onClose: () => void
}

/** What has gone out and cannot be undone: messages, with the way to an apology, and events, with their list. */
export function TakeBackRest({ automationId, preview: { messages, events }, onClose }: RestProps) {
  const t = useWords(takeBackText)
  const go = useGo()
  const mayDraft = useMayCall(automationUndo.draftMessage)
  const mayDownload = useMayCall(automationUndo.events)
  const draft = useWrite(automationUndo.draftMessage)
  const list = useDownload(automationUndo.events)
  const params = { id: automationId }
  const writeDraft = () =>
    draft.mutate(
      { params },
      {
        onSuccess: ({ broadcastId }) => {
          onClose()
          go({ to: 'broadcast-edit', params: { broadcastId } })
        },
      },
    )
  const told = events.filter((one) => one.events > 0)
  if (messages.messages === 0 && told.length === 0) return <p className={styles.quiet}>{t.noneSent}</p>
  return (
    <>
      {messages.messages > 0 && (
        <p className={styles.rest}>
          {t.sent(messages)}
          {mayDraft && (
            <button type="button" disabled={draft.isPending} onClick={writeDraft}>
              {t.draft}
            </button>
          )}
        </p>
      )}
      {told.map((one, index) => (
        <p key={one.webhookId} className={styles.rest}>
          {t.told({ name: one.name ?? t.system, count: one.events })}
          {mayDownload && index === 0 && (
            <button type="button" disabled={list.busy} onClick={() => list.start({ params })}>
              {t.download}
            </button>
          )}
        </p>
      ))}
    </>
  )
}
