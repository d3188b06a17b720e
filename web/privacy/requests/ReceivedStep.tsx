import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Page.module.css'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { requestText } from './request-text.ts'
import { Step } from './Step.tsx'
import { usePurposeNames } from './use-purpose-names.ts'

/** How a request arrived, in the customer's words. */
export function ReceivedStep({ request }: { request: PrivacyRequest }) {
  const t = useWords(requestPageText)
  const r = useWords(requestText)
  const format = useFormat()
  const { source, place, words, receivedAt, recorded, kind, purposeIds } = request
  const purposes = usePurposeNames(kind === 'withdraw')
  const names = purposes.filter(({ id }) => purposeIds.includes(id)).map(({ name }) => name)
  const way = [r[source], place].filter(Boolean).join(' ')
  const time = format.dateTime(receivedAt)
  const note =
    source === 'my_data'
      ? t.receivedAt({ way, time })
      : t.receivedBy({ way, time, name: recorded.by?.name || t.someone })
  return (
    <Step place={1} state="done" title={t.received} note={note}>
      {words && <blockquote className={styles.words}>{words}</blockquote>}
      {kind === 'withdraw' && (
        <p>
          {purposeIds.length === 0 ? t.fromAll : t.fromSome({ names: names.join(', ') || String(purposeIds.length) })}
        </p>
      )}
    </Step>
  )
}
