import { IconAlertTriangle, IconCheck, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useWords } from '../../data/text.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { MissingThing, Part } from '../parts.ts'
import styles from './Checklist.module.css'
import { composeText } from './compose-text.ts'

interface PartStateProps {
  isMissing: boolean
}

/** The state of a part, as an icon. */
export function PartState({ isMissing }: PartStateProps) {
  const c = useWords(composeText)
  return (
    <span className={styles.state} data-missing={isMissing || undefined}>
      {isMissing ? (
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      ) : (
        <IconCheck size={16} stroke={2} aria-hidden />
      )}
      <span className="ruam-heard">{isMissing ? c.lacks : c.done}</span>
    </span>
  )
}

interface ComposerPartProps {
  part: Part
  /** Its state in a few words. */
  said: string
  /** More about it, shown on a phone while it is closed. */
  summary?: ReactNode
  missing: readonly MissingThing[]
  /** Open on a phone; on a desk all are. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSeek: (path: string) => void
  /** Links at the end of its title. */
  beside?: ReactNode
  children: ReactNode
}

/** One part of the composer with what it lacks. On a phone one part is open at a time. */
export function ComposerPart(props: ComposerPartProps) {
  const { part, said, summary, missing, isOpen, onOpen, onSeek, beside, children } = props
  const c = useWords(composeText)
  const phone = usePhone()
  const id = useId()
  const closed = phone && !isOpen
  const title = c[part]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const state = <PartState isMissing={missing.length > 0} />
  return (
    <section className={styles.part} aria-labelledby={id} data-part={part}>
      <h2 id={id} tabIndex={-1}>
        {phone ? (
          <button
            type="button"
            aria-label={`${title}: ${said || c.lacks}`}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            {state}
            {title}
            <Chevron size={18} stroke={1.6} aria-hidden />
          </button>
        ) : (
          <>
            {state}
            {title}
          </>
        )}
      </h2>
      {beside && !closed && <div className={styles.beside}>{beside}</div>}
      <div className={styles.missing}>
        <MissingLinks missing={missing} onSeek={onSeek} />
      </div>
      {closed && (
        <div className={styles.summary}>
          <span>{said}</span>
          {summary}
        </div>
      )}
      <div className={styles.fields} hidden={closed}>
        {children}
      </div>
    </section>
  )
}

/** The missing parts, each a link to its field. */
export function MissingLinks({ missing, onSeek }: Pick<ComposerPartProps, 'missing' | 'onSeek'>) {
  return missing.map(({ path, words }) => (
    <button key={path} type="button" className={styles.link} onClick={() => onSeek(path)}>
      {words}
    </button>
  ))
}
