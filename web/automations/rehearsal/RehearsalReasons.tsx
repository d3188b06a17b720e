import { text as broadcastText } from '../../broadcasts/text.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { actText } from '../act-text.ts'
import styles from './Rehearsal.module.css'
import type { RehearsalFigures, Selection, UnsentReason } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'

interface ReasonsProps {
  figures: RehearsalFigures
  /** Undefined if the customers are closed to the person. */
  onShow: ((shown: Selection) => void) | undefined
}

/** Why messages would not be sent, and what would happen besides. */
export function RehearsalReasons({ figures: { unsent, made }, onShow }: ReasonsProps) {
  const t = useWords(rehearsalText)
  const reasonOf = useReasonWord()
  const others = [
    made.labels > 0 && [t.labels, t.peopleOf({ count: made.labels })],
    made.values > 0 && [t.values, t.peopleOf({ count: made.values })],
    made.notes > 0 && [t.notes, t.notesOf({ count: made.notes })],
    made.events > 0 && [t.events, t.timesOf({ count: made.events })],
  ].filter((one) => one !== false)
  return (
    <section className={styles.reasons} aria-labelledby="rehearsal-why">
      <h2 id="rehearsal-why">{t.why}</h2>
      {unsent.length === 0 && <p className={styles.quiet}>{t.allSent}</p>}
      <dl>
        {unsent.map(({ reason, messages }) => (
          <div key={reason}>
            <dt>{reasonOf(reason)}</dt>
            <dd>
              {onShow ? (
                <button
                  type="button"
                  aria-label={`${formatNumber(messages)} ${reasonOf(reason)}: ${t.seePeople}`}
                  onClick={() => onShow({ of: 'reason', reason })}
                >
                  {formatNumber(messages)}
                </button>
              ) : (
                formatNumber(messages)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <h2>{t.willHappen}</h2>
      {others.length === 0 && <p className={styles.quiet}>{t.nothingElse}</p>}
      <dl>
        {others.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Says why a message would not be sent. */
export function useReasonWord() {
  const b = useWords(broadcastText)
  const a = useWords(actText)
  return (reason: UnsentReason): string => (reason === 'quota' ? a.quota : b[reason])
}
