import { Button } from '@mantine/core'
import { isPersonal, secondsOf } from '@ruam/contract/broadcasts/worded.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { messagesOf } from '../ab-test/arms.ts'
import styles from '../Composer.module.css'
import { written } from '../faults.ts'
import { wordFieldsOf } from '../messages/use-word-fields.ts'
import type { CustomerOfPreview } from '../messages/use-word-preview.ts'
import { type PreviewAudience, useWordPreview } from '../messages/use-word-preview.ts'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'
import { ChangedWords } from './ChangedWords.tsx'
import eyes from './Eyes.module.css'
import { EyesOf } from './EyesOf.tsx'
import { Preview } from './Preview.tsx'
import { previewText } from './preview-text.ts'

interface VisibleMessagesProps {
  draft: Draft
  /** Choice of one of two texts. */
  tabs?: ReactNode
  /** The target as it was counted; null without an account. */
  asked: PreviewAudience | null
  /** Customers who get it; 0 if they are not counted. */
  people: number
  /** Title in place of the usual one. */
  title?: string
  /** False in a dialog that has the title. */
  isTitled?: boolean
  /** With buttons that lead from one customer to the next. */
  isStepped?: boolean
}

/** The messages through the eyes of customers who differ, with the words that change. */
export function VisibleMessages({
  draft,
  tabs,
  asked,
  people,
  title,
  isTitled = true,
  isStepped,
}: VisibleMessagesProps) {
  const t = useWords(text)
  const p = useWords(previewText)
  const preview = useWordPreview(draft.messages, asked)
  const [chosen, setChosen] = useState<CustomerOfPreview>()
  const offered = preview?.people ?? []
  const own = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen] : []
  const faces = [...offered, ...own]
  const seenBy = preview && (faces.find(({ id }) => id === chosen?.id) ?? faces[0])
  const values = seenBy && new Map(seenBy.values.map(({ fieldId, value }) => [fieldId, value]))
  const isOwn = isPersonal({ messages: messagesOf(draft).map(written), link_tracking: draft.linkTracking })
  const step = (by: number) => {
    const place = faces.findIndex(({ id }) => id === seenBy?.id)
    setChosen(faces[(place + by + faces.length) % faces.length])
  }
  return (
    <>
      {tabs}
      <Preview draft={draft} values={values} isTitled={isTitled} {...(title !== undefined && { title })}>
        {preview && asked && faces.length > 0 && (
          <EyesOf
            people={faces}
            chosen={seenBy}
            asked={{ ...asked, fieldIds: wordFieldsOf(draft.messages) }}
            onChoose={setChosen}
          />
        )}
      </Preview>
      {preview && <ChangedWords messages={draft.messages} preview={preview} seenBy={seenBy} />}
      {isOwn && people > 0 && (
        <p className={styles.note} role="status">
          {t.oneByOne({ count: Math.ceil(secondsOf(people) / 60) })}
        </p>
      )}
      {isStepped && faces.length > 1 && (
        <div className={eyes.steps}>
          <Button leftSection={<IconChevronLeft size={16} stroke={1.6} />} onClick={() => step(-1)}>
            {p.customerBefore}
          </Button>
          <Button rightSection={<IconChevronRight size={16} stroke={1.6} />} onClick={() => step(1)}>
            {p.customerAfter}
          </Button>
        </div>
      )}
    </>
  )
}
