import {
  IconChevronLeft,
  IconChevronUp,
  IconKeyboard,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../data/text.ts'
import styles from '../Preview.module.css'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'
import { Bubble } from './Bubble.tsx'
import { previewText } from './preview-text.ts'

interface PreviewProps {
  draft: Pick<Draft, 'channel' | 'messages' | 'quickReplies' | 'stopReply'>
  /** Values of the customer who sees it, by field; without them words are shown by name. */
  values?: ReadonlyMap<number, string | null> | undefined
  /** Title in place of the usual one, where two are shown. */
  title?: string
  /** False in a dialog that has the title. */
  isTitled?: boolean
  /** Choice of the customer who sees it. */
  children?: ReactNode
}

/** The messages as LINE shows them, in its light or dark theme. */
export function Preview({ draft, values, title, isTitled = true, children }: PreviewProps) {
  const { channel, messages, quickReplies, stopReply } = draft
  const t = useWords(text)
  const p = useWords(previewText)
  const [dark, setDark] = useState(false)
  const name = channel?.name ?? p.accountOfStore
  const replies = [...quickReplies.map(({ label }) => label), ...(stopReply ? [t.stop] : [])].filter(Boolean)
  return (
    <section className={styles.side} aria-label={title ?? p.seen}>
      <header>
        {isTitled && <h2>{title ?? p.seen}</h2>}
        <span className={styles.themes}>
          <button type="button" aria-label={p.light} aria-pressed={!dark} onClick={() => setDark(false)}>
            <IconSun size={16} stroke={1.6} />
          </button>
          <button type="button" aria-label={p.dark} aria-pressed={dark} onClick={() => setDark(true)}>
            <IconMoon size={16} stroke={1.6} />
          </button>
        </span>
      </header>
      {children}
      <div className={styles.phone} data-theme={dark ? 'dark' : 'light'}>
        <p className={styles.top}>
          <IconChevronLeft size={18} stroke={1.6} aria-hidden />
          {name}
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <IconMenu2 size={18} stroke={1.6} aria-hidden />
        </p>
        <p className={styles.day}>{p.today}</p>
        {messages.length === 0 && <p className={styles.none}>{p.nothingYet}</p>}
        {messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other key than their place
          <div key={place} className={styles.row}>
            <span className={styles.face} aria-hidden>
              {name.slice(0, 2)}
            </span>
            <div data-wide={message.type === 'flex'}>
              <span className={styles.from}>{name}</span>
              <Bubble message={message} channel={channel} values={values} />
            </div>
          </div>
        ))}
        {messages.length > 0 && replies.length > 0 && (
          <ul className={styles.replies}>
            {replies.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other key than their place
              <li key={place}>{label}</li>
            ))}
          </ul>
        )}
        <p className={styles.bottom}>
          <IconKeyboard size={18} stroke={1.6} aria-hidden />
          {p.chatMenu}
          <IconChevronUp size={18} stroke={1.6} aria-hidden />
        </p>
      </div>
      {!channel && <p className={styles.later}>{p.accountLater}</p>}
    </section>
  )
}
