import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useGo } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { BroadcastActions } from '../BroadcastActions.tsx'
import { BroadcastStatus, useReason } from '../BroadcastStatus.tsx'
import { isUnsaved } from '../broadcast.ts'
import { type MissingThing, type Part, parts } from '../parts.ts'
import { text } from '../text.ts'
import type { useDraft } from '../use-draft.ts'
import styles from './Checklist.module.css'
import { PartState } from './ComposerPart.tsx'
import { composeText } from './compose-text.ts'

interface ComposerStripProps {
  edit: ReturnType<typeof useDraft>
  /** State of each part in a few words. */
  said: Readonly<Record<Part, string>>
  missing: readonly MissingThing[]
  readOnly: boolean
  onSeek: (path: string) => void
}

/** Under the header: each part with its state, and whether the draft is saved. */
export function ComposerStrip({ edit, said, missing, readOnly, onSeek }: ComposerStripProps) {
  const t = useWords(text)
  const c = useWords(composeText)
  const format = useFormat()
  const go = useGo()
  const phone = usePhone()
  const { base, isDirty, saving, error } = edit
  const reason = useReason(base)
  return (
    <div className={styles.strip}>
      {/* On a phone each part says it itself. */}
      {!phone && (
        <ol aria-label={c.checklist}>
          {parts.map((part) => {
            const first = missing.find((one) => one.part === part)
            return (
              <li key={part}>
                <PartState isMissing={first !== undefined} />
                {first ? (
                  <>
                    <strong>{c[part]}</strong>
                    <button type="button" className={styles.warned} onClick={() => onSeek(first.path)}>
                      {first.words}
                    </button>
                  </>
                ) : (
                  <button type="button" onClick={() => onSeek(part)}>
                    <strong>{c[part]}</strong> {said[part]}
                  </button>
                )}
              </li>
            )
          })}
        </ol>
      )}
      <div className={styles.saved}>
        {reason && <span className={styles.warned}>{reason}</span>}
        <BroadcastStatus broadcast={base} />
        {!readOnly && (
          <span role="status">
            {saving || (isDirty && !error)
              ? t.saving
              : isUnsaved(base)
                ? t.savesItself
                : t.saved({ time: format.time(base.updatedAt) })}
          </span>
        )}
        {!isUnsaved(base) && <BroadcastActions broadcast={base} onDeleted={() => go({ to: 'broadcast-list' })} />}
      </div>
    </div>
  )
}
