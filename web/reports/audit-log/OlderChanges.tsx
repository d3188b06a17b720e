import { olderUsage } from '@ruam/contract/reports/older-usage.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { CopyLine } from '../../open-api/CopyLine.tsx'
import { Bones } from '../../ui/Bones.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Unread } from '../../ui/Unread.tsx'
import styles from './OlderChanges.module.css'
import { text } from './text.ts'

interface OlderChangesProps {
  user: { id: number; name: string }
  onClose: () => void
}

/** Calls of the older API that one person's programs still make, what each becomes, and all changes to copy. */
export function OlderChanges({ user, onClose }: OlderChangesProps) {
  const t = useWords(text)
  const read = useRead(olderUsage.list, { query: { userId: user.id, offset: 0, limit: 0 } })
  const rows = read.data?.data.toSorted((a, b) => a.call.localeCompare(b.call))
  return (
    <Dialog opened onClose={onClose} title={t.changesOf({ name: user.name })} size="lg">
      <p>{t.changesText}</p>
      {!rows && (read.error ? <Unread read={read} /> : <Bones />)}
      {rows && (
        <>
          <ul className={styles.changes}>
            {rows.map(({ call, becomes, differs }) => (
              <li key={call}>
                <code>{call}</code>
                <span>
                  {becomes === null ? t.becomesNothing : t.becomes} {becomes !== null && <code>{becomes}</code>}
                </span>
                {differs && <small>{differs}</small>}
              </li>
            ))}
          </ul>
          <h3>{t.changesToCopy}</h3>
          <CopyLine content={rows.map(({ patch }) => patch).join('\n\n')} label={t.copyChanges} />
        </>
      )}
    </Dialog>
  )
}
