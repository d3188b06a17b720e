import {
  IconGripVertical,
  IconLock,
  IconMessageQuestion,
  IconMoon,
  IconQrcode,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { moved } from '../../broadcasts/messages/use-rows.ts'
import { useWords } from '../../data/text.ts'
import { useDragOrder } from '../../ui/use-drag-order.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { AnswerLine } from './AnswerLine.tsx'
import { AnswerMenu } from './AnswerMenu.tsx'
import styles from './Answers.module.css'
import { type AnswerRow, greetings, type Hours, others, type SingleKind } from './answer.ts'
import { sameEveryDay } from './hours.ts'
import { text } from './text.ts'

const icon = { size: 18, stroke: 1.6 }
const icons = {
  greeting: IconUserPlus,
  welcome_back: IconUserCheck,
  linked: IconQrcode,
  outside_hours: IconMoon,
  fallback: IconMessageQuestion,
}

/** Words that mean a stop in every store; there are more of them. */
const STOP_WORDS = ['ยกเลิกรับข่าวสาร', 'STOP']

interface AnswerTableProps {
  account: AccountRow
  results: readonly AnswerRow[]
  /** The answers that are shown, of which some may be searched. */
  shown: readonly AnswerRow[]
  isSearched: boolean
  hours: Hours | null
  stops: number
  /** The answer that the last try got. */
  tried: number | undefined
  mayEdit: boolean
  onOpen: (answer: number | SingleKind) => void
  onOrder: (ids: number[]) => void
}

/** Answers in three groups: greetings, keywords in their order, and what comes if no word matches. */
export function AnswerTable(props: AnswerTableProps) {
  const { account, results, shown, isSearched, hours, stops, tried, mayEdit, onOpen, onOrder } = props
  const t = useWords(text)
  const list = useRef<HTMLTableSectionElement>(null)
  const [said, setSaid] = useState('')
  const keywords = shown.filter(({ kind }) => kind === 'keyword')
  const ids = results.flatMap(({ id, kind }) => (kind === 'keyword' ? [id] : []))
  const movable = mayEdit && !isSearched && keywords.length > 1
  const move = (from: number, to: number) => {
    setSaid(t.moved({ name: keywords[from]!.name, place: to + 1, all: keywords.length }))
    onOrder(moved(ids, from, to))
  }
  const { dragged, handleOf } = useDragOrder(list, move)
  const overOf = (place: number) => {
    if (!dragged || dragged.to !== place || dragged.from === place) return undefined
    return dragged.from > place ? 'above' : 'below'
  }
  const single = (kind: SingleKind) => {
    const answer = shown.find((one) => one.kind === kind)
    if (!answer && isSearched) return null
    const Icon = icons[kind]
    return (
      <AnswerLine
        key={kind}
        icon={<Icon {...icon} aria-hidden />}
        name={answer?.name ?? (kind === 'fallback' && !hours ? t.fallbackAlways : t[kind])}
        when={<When kind={kind} hours={hours} />}
        answer={answer}
        nothing={kind === 'fallback' ? t.staffAnswers : t.notAnswered}
        isTried={answer !== undefined && answer.id === tried}
        onOpen={answer || mayEdit ? () => onOpen(answer?.id ?? kind) : undefined}
        menu={answer && mayEdit && <AnswerMenu account={account} answer={answer} onOpen={() => onOpen(answer.id)} />}
      />
    )
  }
  const stopWords = [...STOP_WORDS, ...account.stopPhrases]
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.answer}</th>
            <th scope="col">{t.when}</th>
            <th scope="col">{t.says}</th>
            <th scope="col">{t.days}</th>
            <td />
          </tr>
        </thead>
        <Group name={t.groupGreetings}>{greetings.map(single)}</Group>
        <Group name={t.groupKeywords} hint={movable ? t.firstWins : undefined}>
          {!isSearched && (
            <AnswerLine
              icon={<IconLock {...icon} aria-hidden />}
              name={t.stop}
              when={<Words words={stopWords} />}
              said={t.stopSays}
              count={stops}
              note={t.stopLocked}
            />
          )}
        </Group>
        <tbody ref={list}>
          {keywords.map((answer, place) => (
            <AnswerLine
              key={answer.id}
              icon={
                movable ? (
                  <button
                    type="button"
                    className={styles.handle}
                    aria-label={t.move({ name: answer.name })}
                    {...handleOf(place)}
                  >
                    <IconGripVertical {...icon} />
                  </button>
                ) : (
                  <span className={styles.handle} />
                )
              }
              name={answer.name}
              when={<Words words={answer.variants} />}
              answer={answer}
              isTried={answer.id === tried}
              over={overOf(place)}
              dragged={dragged?.from === place}
              onOpen={() => onOpen(answer.id)}
              menu={
                mayEdit && (
                  <AnswerMenu
                    account={account}
                    answer={answer}
                    onOpen={() => onOpen(answer.id)}
                    onUp={movable && place > 0 ? () => move(place, place - 1) : undefined}
                    onDown={movable && place < keywords.length - 1 ? () => move(place, place + 1) : undefined}
                  />
                )
              }
            />
          ))}
        </tbody>
        <Group name={t.groupOthers}>{others.map(single)}</Group>
      </table>
      <span className="ruam-heard" aria-live="polite">
        {said}
      </span>
    </>
  )
}

function Group({ name, hint, children }: { name: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={5}>
          {name} {hint && <span>{hint}</span>}
        </th>
      </tr>
      {children}
    </tbody>
  )
}

/** Words that are shown; the others are counted. */
const FEW = 3

function Words({ words }: { words: readonly string[] }) {
  const t = useWords(text)
  const more = words.length - FEW
  return (
    <span className={styles.words}>
      {words.slice(0, more === 1 ? FEW + 1 : FEW).map((word) => (
        <span key={word}>{word}</span>
      ))}
      {more > 1 && <span title={words.slice(FEW).join(' · ')}>{t.more({ count: more })}</span>}
    </span>
  )
}

function When({ kind, hours }: { kind: SingleKind; hours: Hours | null }) {
  const t = useWords(text)
  if (kind === 'greeting' || kind === 'welcome_back' || kind === 'linked')
    return t[`when${kind[0]!.toUpperCase()}${kind.slice(1)}` as 'whenGreeting']
  if (!hours) return kind === 'fallback' ? t.whenAnyTime : t.whenNoHours
  const every = sameEveryDay(hours)
  if (!every) return t.whenByDay
  return t.range(kind === 'fallback' ? every : { from: every.to, to: every.from })
}
