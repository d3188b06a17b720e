import { Button } from '@mantine/core'
import { isPersonal, secondsOf } from '@ruam/contract/broadcasts/worded.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { usePhone } from '../../ui/use-phone.ts'
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

interface PreviewSideProps {
  draft: Draft
  /** Choice of one of two texts. */
  tabs?: ReactNode
  /** The target as it was counted; null without an account. */
  asked: PreviewAudience | null
  people: number
  /** Readers on a phone see it below the form, others as a sheet over it. */
  readOnly: boolean
  isOpen: boolean
  onClose: () => void
}

/** The messages as customers see them: in a side column, or over the form on a phone. */
export function PreviewSide({ draft, tabs, asked, people, readOnly, isOpen, onClose }: PreviewSideProps) {
  const t = useWords(text)
  const p = useWords(previewText)
  const isSheet = usePhone() && !readOnly
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
  const shown = (
    <>
      {tabs}
      <Preview draft={draft} values={values} isTitled={!isSheet}>
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
    </>
  )
  if (isSheet)
    return (
      isOpen && (
        <Dialog opened side onClose={onClose} title={p.seen}>
          <div className={eyes.sheet}>
            {shown}
            {faces.length > 1 && (
              <div className={eyes.steps}>
                <Button leftSection={<IconChevronLeft size={16} stroke={1.6} />} onClick={() => step(-1)}>
                  {p.customerBefore}
                </Button>
                <Button rightSection={<IconChevronRight size={16} stroke={1.6} />} onClick={() => step(1)}>
                  {p.customerAfter}
                </Button>
              </div>
            )}
          </div>
        </Dialog>
      )
    )
  return (
    <aside className={styles.aside}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.seen} tabIndex={0}>
        {shown}
      </div>
    </aside>
  )
}
