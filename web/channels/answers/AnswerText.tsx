import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { Fragment } from 'react'
import type { DraftMessage } from '../../broadcasts/broadcast.ts'
import { recordingText } from '../../broadcasts/messages/recording-text.ts'
import { useWordFields } from '../../broadcasts/messages/use-word-fields.ts'
import { text as messageText } from '../../broadcasts/text.ts'
import { useWords } from '../../data/text.ts'
import styles from './Answers.module.css'

const names = {
  text: 'typeText',
  image: 'typeImage',
  imagemap: 'typeRich',
  video: 'typeVideo',
  audio: 'typeAudio',
  sticker: 'typeSticker',
  location: 'typeLocation',
  coupon: 'typeCoupon',
  template: 'typeTemplate',
  flex: 'typeFlex',
} as const satisfies Record<DraftMessage['type'], string>

/** The first message of an answer in a line, with the names of its words. */
export function AnswerText({ messages }: { messages: readonly DraftMessage[] }) {
  const t = { ...useWords(messageText), ...useWords(recordingText) }
  const [first] = messages
  const words = first && 'words' in first ? (first.words ?? []) : []
  const fields = useWordFields({ enabled: words.length > 0 })
  if (!first) return null
  if (first.type !== 'text')
    return (
      <>
        {[t[names[first.type]], 'title' in first && first.title, 'altText' in first && first.altText]
          .filter(Boolean)
          .join(' ')}
      </>
    )
  return first.text.split(WORD_MARK).map((part, index) => {
    const word = words[index - 1]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key than their place
      <Fragment key={index}>
        {word && (
          <span className={styles.word}>{fields.find(({ id }) => id === word.fieldId)?.name ?? t.wordGone}</span>
        )}
        {part}
      </Fragment>
    )
  })
}
