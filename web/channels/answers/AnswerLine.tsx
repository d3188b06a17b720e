import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './Answers.module.css'
import { AnswerText } from './AnswerText.tsx'
import type { AnswerRow } from './answer.ts'
import { text } from './text.ts'

interface AnswerLineProps {
  /** An icon, or the handle that moves it. */
  icon: ReactNode
  name: string
  when: ReactNode
  /** Undefined if nothing is answered. */
  answer?: AnswerRow | undefined
  /** Said in the place of an answer that is missing. */
  nothing?: string
  /** Said and counted without an answer of the store. */
  said?: string
  count?: number
  note?: string
  isTried?: boolean
  over?: 'above' | 'below' | undefined
  dragged?: boolean
  onOpen?: (() => void) | undefined
  menu?: ReactNode
}

/** A line of the list of answers. */
export function AnswerLine(props: AnswerLineProps) {
  const { icon, name, when, answer, nothing, said, count, note, isTried, over, dragged, onOpen, menu } = props
  const t = useWords(text)
  return (
    <tr data-tried={isTried || undefined} data-over={over} data-dragged={dragged || undefined}>
      <th scope="row">
        <span className={styles.named}>
          {icon}
          {onOpen ? (
            <button type="button" data-quiet={!answer || undefined} onClick={onOpen}>
              {name}
            </button>
          ) : (
            <span title={note}>{name}</span>
          )}
          {answer?.fault && (
            <span className={styles.fault} title={t.fault}>
              <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
              <span className="ruam-heard">{t.fault}</span>
            </span>
          )}
          {answer && !answer.enabled && <span className={styles.off}>{t.off}</span>}
        </span>
      </th>
      <td>{when}</td>
      <td className={styles.said} data-quiet={(!answer && !said) || undefined}>
        {answer ? <AnswerText messages={answer.messages} /> : (said ?? nothing)}
        {answer?.handsOver && <span className={styles.off}>{t.handsOver}</span>}
      </td>
      <td className={styles.count}>{(answer?.given ?? count)?.toLocaleString('en-US')}</td>
      <td className={styles.menu}>{menu}</td>
    </tr>
  )
}
