import { Button, TextInput } from '@mantine/core'
import { answerLimits } from '@ruam/contract/channels/answers.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'

interface QuickTextsProps {
  replies: readonly string[]
  onChange: (replies: string[]) => void
}

/** Buttons under the last message, each with the text that it sends. */
export function QuickTexts({ replies, onChange }: QuickTextsProps) {
  const t = useWords(editText)
  const box = useRef<HTMLFieldSetElement>(null)
  const added = useRef(false)
  // The text of a new button is typed at once.
  useEffect(() => {
    if (!added.current) return
    added.current = false
    box.current?.querySelector<HTMLElement>('[data-last] input')?.focus()
  })
  const add = () => {
    added.current = true
    onChange([...replies, ''])
  }
  return (
    <fieldset ref={box} className={styles.replies} aria-label={t.replies}>
      <span>{t.replies}</span>
      {replies.map((reply, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other key than their place
        <span key={index} className={styles.reply} data-last={index === replies.length - 1 || undefined}>
          <TextInput
            size="sm"
            aria-label={t.reply({ place: index + 1 })}
            maxLength={answerLimits.quickReply}
            value={reply}
            onChange={(event) => onChange(replies.with(index, event.currentTarget.value))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || reply.trim() === '') return
              event.preventDefault()
              if (replies.length < answerLimits.quickReplies) add()
            }}
          />
          <button
            type="button"
            aria-label={t.removeReply({ place: index + 1 })}
            onClick={() => onChange(replies.toSpliced(index, 1))}
          >
            <IconX size={14} stroke={1.6} />
          </button>
        </span>
      ))}
      {replies.length < answerLimits.quickReplies && (
        <Button size="sm" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={add}>
          {t.addReply}
        </Button>
      )}
      <p>{t.repliesHint}</p>
    </fieldset>
  )
}
