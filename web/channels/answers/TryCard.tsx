import { Button, NativeSelect } from '@mantine/core'
import { answerLimits, answers } from '@ruam/contract/channels/answers.ts'
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { type AnswerRow, draftOf, type Tested } from './answer.ts'
import styles from './Try.module.css'
import { tryText } from './try-text.ts'

interface TryCardProps {
  account: Pick<AccountRow, 'id'>
  text: string
  tested: Tested
  results: readonly AnswerRow[]
  mayEdit: boolean
  onChanged: () => void
  onNew: () => void
}

/** Reasons that have words of their own. */
const why = {
  stop_word: true,
  maybe_stop_word: true,
  stopped: true,
  link_word: true,
  paused: true,
  given_today: true,
  nothing: true,
} as const

/** The answer that a text got, its reason, and the ways to another one. */
export function TryCard({ account, text, tested, results, mayEdit, onChanged, onNew }: TryCardProps) {
  const t = useWords(tryText)
  const order = useWrite(answers.order)
  const update = useWrite(answers.update)
  const { reason, answer, variant, others, time, open } = tested
  const keywords = results.filter(({ kind }) => kind === 'keyword')
  const isStop = reason === 'stop_word' || reason === 'maybe_stop_word'
  /** Puts another answer that matches in front of the one that came. */
  const putFirst = ({ id, name }: { id: number; name: string }) => {
    const ids = keywords.map((one) => one.id).filter((one) => one !== id)
    const place = ids.indexOf(answer!.id)
    order.mutate(
      { params: { id: account.id }, body: { ids: ids.toSpliced(Math.max(place, 0), 0, id) } },
      {
        onSuccess: () => {
          alerts.success(t.nowFirst({ name, other: answer!.name }))
          onChanged()
        },
      },
    )
  }
  const addTo = (id: number) => {
    const chosen = keywords.find((one) => one.id === id)!
    const draft = draftOf(chosen)
    const body = { ...draft, variants: [...draft.variants, text], originTime: chosen.updatedAt }
    update.mutate(
      { params: { id: account.id, answerId: id }, body },
      {
        onSuccess: () => {
          alerts.success(t.added({ name: chosen.name }))
          onChanged()
        },
      },
    )
  }
  const fits = ({ variants }: AnswerRow) =>
    variants.length < answerLimits.variants && text.length <= answerLimits.variant
  const isUnmatched = answer === null ? reason === 'nothing' || reason === 'given_today' : variant === null && !isStop
  return (
    <div className={styles.card} role="status">
      <h3>{answer ? t.answeredBy({ name: answer.name }) : isStop ? t.stopAnswered : t.notAnswered}</h3>
      <ul>
        {answer && variant !== null ? (
          <Reason isGood>
            {answer.place === null ? t.link_word : t.matched({ word: variant, place: answer.place })}
          </Reason>
        ) : (
          <Reason>{reason in why ? t[reason as keyof typeof why] : t.noMatch}</Reason>
        )}
        {others.map((other) => (
          <Reason key={other.id}>{t.alsoMatches({ name: other.name, word: other.variant, place: other.place })}</Reason>
        ))}
        {open !== null && <Reason isGood={open}>{open ? t.within({ time }) : t.outside({ time })}</Reason>}
        {answer && <Reason isGood>{t.cost}</Reason>}
      </ul>
      {mayEdit && answer?.place != null && (
        <div className={styles.ways}>
          {others.slice(0, 2).map((other) => (
            <Button key={other.id} size="xs" disabled={order.isPending} onClick={() => putFirst(other)}>
              {t.answerWith({ name: other.name })}
            </Button>
          ))}
        </div>
      )}
      {mayEdit && isUnmatched && (
        <NativeSelect
          size="sm"
          aria-label={t.chooseAnswer}
          value=""
          disabled={update.isPending}
          data={[
            { value: '', label: t.chooseAnswer },
            ...keywords.filter(fits).map(({ id, name }) => ({ value: String(id), label: name })),
            { value: 'new', label: t.newAnswer },
          ]}
          onChange={({ currentTarget: { value } }) => {
            if (value === 'new') onNew()
            else if (value) addTo(Number(value))
          }}
        />
      )}
    </div>
  )
}

function Reason({ isGood, children }: { isGood?: boolean; children: string }) {
  const Icon = isGood ? IconCircleCheck : IconCircleMinus
  return (
    <li data-good={isGood || undefined}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {children}
    </li>
  )
}
