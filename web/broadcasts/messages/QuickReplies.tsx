import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { IconLock, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'
import type { Sought } from '../use-seek.ts'
import { ActionFields } from './MessageFields.tsx'
import styles from './Messages.module.css'
import { messageText } from './message-text.ts'

const icon = { size: 14, stroke: 1.6 }
const PATH = 'quick_replies'

interface QuickRepliesProps {
  draft: Pick<Draft, 'quickReplies' | 'stopReply'>
  faults: readonly Fault[]
  sought: Sought | undefined
  onChange: (parts: Partial<Draft>) => void
}

/** Buttons under the last message: each a chip that opens its fields, and the locked one that unsubscribes. */
export function QuickReplies({ draft: { quickReplies, stopReply }, faults, sought, onChange }: QuickRepliesProps) {
  const t = useWords(text)
  const m = useWords(messageText)
  const [open, setOpen] = useState<number>()
  const [seen, setSeen] = useState(sought)
  if (seen !== sought) {
    setSeen(sought)
    if (sought?.path.startsWith(`${PATH}.`)) setOpen(Number(sought.path.split('.')[1]))
  }
  const edited = open === undefined ? undefined : quickReplies[open]
  return (
    <fieldset className={styles.replies} aria-label={t.quickReplies}>
      <span>{t.quickReplies}</span>
      {quickReplies.map(({ label }, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other key than their place
          key={place}
          className={styles.chip}
          data-fault={faults.some(({ path }) => path.startsWith(`${PATH}.${place}.`)) || undefined}
        >
          <button
            type="button"
            aria-expanded={open === place}
            aria-label={label ? undefined : m.editReply({ place: place + 1 })}
            onClick={() => setOpen(open === place ? undefined : place)}
          >
            {label || t.button({ place: place + 1 })}
          </button>
          <button
            type="button"
            aria-label={m.removeReply({ place: place + 1 })}
            onClick={() => {
              setOpen(undefined)
              onChange({ quickReplies: quickReplies.toSpliced(place, 1) })
            }}
          >
            <IconX {...icon} />
          </button>
        </span>
      ))}
      {stopReply ? (
        <span className={styles.chip} data-locked title={m.stopLocked}>
          <IconLock {...icon} aria-hidden />
          {t.stop}
        </span>
      ) : (
        <button type="button" className={styles.add} onClick={() => onChange({ stopReply: true })}>
          <IconPlus {...icon} />
          {m.addStop}
        </button>
      )}
      {quickReplies.length < messageLimits.quickReplies && (
        <button
          type="button"
          className={styles.add}
          onClick={() => {
            setOpen(quickReplies.length)
            onChange({ quickReplies: [...quickReplies, { label: '', type: 'uri', value: '' }] })
          }}
        >
          <IconPlus {...icon} />
          {m.addReply}
        </button>
      )}
      {edited && (
        <ActionFields
          action={edited}
          place={open!}
          path={`${PATH}.${open}`}
          faults={faults}
          onChange={(changed) => onChange({ quickReplies: quickReplies.with(open!, changed) })}
        />
      )}
    </fieldset>
  )
}
