import type { ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import styles from '../Composer.module.css'
import type { PreviewAudience } from '../messages/use-word-preview.ts'
import type { Draft } from '../use-draft.ts'
import eyes from './Eyes.module.css'
import { previewText } from './preview-text.ts'
import { VisibleMessages } from './VisibleMessages.tsx'

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
export function PreviewSide({ readOnly, isOpen, onClose, ...seen }: PreviewSideProps) {
  const p = useWords(previewText)
  const isSheet = usePhone() && !readOnly
  if (isSheet)
    return (
      isOpen && (
        <Dialog opened side onClose={onClose} title={p.seen}>
          <div className={eyes.sheet}>
            <VisibleMessages {...seen} isTitled={false} isStepped />
          </div>
        </Dialog>
      )
    )
  return (
    <aside className={styles.aside}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.seen} tabIndex={0}>
        <VisibleMessages {...seen} />
      </div>
    </aside>
  )
}
