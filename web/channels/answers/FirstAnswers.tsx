import { Button, Checkbox, Textarea } from '@mantine/core'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { answers, answerWords } from '@ruam/contract/channels/answers.ts'
import { IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { TimeInput } from '../../ui/TimeInput.tsx'
import type { AccountRow } from '../accounts/account-row.ts'
import { blankDraft } from './answer.ts'
import styles from './First.module.css'
import { firstText } from './first-text.ts'
import { text } from './text.ts'

const kinds = ['greeting', 'keyword', 'fallback'] as const
type Proposed = (typeof kinds)[number]

interface FirstAnswersProps {
  account: AccountRow
  hoursUpdatedAt: string | null
  onOwn: () => void
}

/** Three answers that a shop may start with: texts to change, and one button. Nothing is kept before. */
export function FirstAnswers({ account, hoursUpdatedAt, onOwn }: FirstAnswersProps) {
  const t = useWords(firstText)
  const l = useWords(text)
  const create = useWrite(answers.create, { quiet: true })
  const setHours = useWrite(answers.hours, { quiet: true })
  const [chosen, setChosen] = useState<ReadonlySet<Proposed>>(new Set(kinds))
  const [texts, setTexts] = useState(() => ({
    greeting: t.greeting({ name: account.name }),
    keyword: '',
    fallback: t.fallback,
  }))
  const [time, setTime] = useState({ from: '09:00', to: '18:00' })
  const [saving, setSaving] = useState(false)
  const hasHours = chosen.has('keyword')
  const names = { greeting: l.greeting, keyword: t.hoursName, fallback: l.fallbackAlways }
  const whens = { greeting: t.greetingWhen, keyword: t.hoursWhen, fallback: t.fallbackWhen }
  const drafts = {
    greeting: blankDraft({ name: names.greeting, messages: [{ type: 'text', text: texts.greeting }] }),
    keyword: blankDraft({
      name: names.keyword,
      variants: t.hoursVariants.split('|'),
      messages: [
        {
          type: 'text',
          text: t.hours({ hours: WORD_MARK }),
          words: [{ fieldId: answerWords.opening_hours, fallback: t.hoursFallback }],
        },
      ],
    }),
    fallback: blankDraft({
      name: hasHours ? l.fallback : l.fallbackAlways,
      messages: [{ type: 'text', text: texts.fallback }],
    }),
  }
  const save = async () => {
    setSaving(true)
    const params = { id: account.id }
    try {
      if (hasHours)
        await setHours.mutateAsync({
          params,
          body: { hours: Array.from({ length: 7 }, () => [time]), originTime: hoursUpdatedAt },
        })
      // With hours, the fallback is one of two answers.
      if (hasHours && chosen.has('fallback')) {
        const draft = { ...drafts.fallback, name: l.outside_hours }
        await create.mutateAsync({ params, body: { kind: 'outside_hours', ...draft } })
      }
      // The greeting comes last: with the first answer the list takes the place of these.
      for (const kind of kinds.toReversed())
        if (chosen.has(kind)) await create.mutateAsync({ params, body: { kind, ...drafts[kind] } })
      alerts.success(t.saved({ count: chosen.size }))
    } catch (refused) {
      if (!isApiError(refused)) throw refused
      // Some of several answers may be there already: then the list is shown.
      alerts.error(refused.message)
      setSaving(false)
    }
  }
  return (
    <div className={styles.first}>
      <header>
        <h2>{t.title}</h2>
        <p>{t.text}</p>
      </header>
      {kinds.map((kind) => {
        const isChosen = chosen.has(kind)
        const name = names[kind]
        return (
          <section key={kind} aria-label={name} data-off={!isChosen || undefined}>
            <Checkbox
              label={name}
              aria-label={t.use({ name })}
              description={whens[kind]}
              checked={isChosen}
              onChange={() => setChosen(new Set(kinds.filter((one) => (one === kind ? !isChosen : chosen.has(one)))))}
            />
            {kind === 'keyword' ? (
              <div className={styles.hours}>
                <span>{t.openEveryDay}</span>
                <TimeInput label={t.from} value={time.from} onChange={(from) => setTime({ ...time, from })} />
                <IconMinus size={12} stroke={1.6} aria-hidden />
                <TimeInput label={t.to} value={time.to} onChange={(to) => setTime({ ...time, to })} />
              </div>
            ) : (
              <Textarea
                aria-label={t.message({ name })}
                autosize
                minRows={2}
                maxRows={6}
                maxLength={1000}
                disabled={!isChosen}
                value={texts[kind]}
                onChange={(event) => setTexts({ ...texts, [kind]: event.currentTarget.value })}
              />
            )}
          </section>
        )
      })}
      <footer>
        <Button size="md" onClick={onOwn}>
          {t.own}
        </Button>
        <Button
          size="md"
          variant="filled"
          loading={saving}
          disabled={chosen.size === 0 || [...chosen].some((kind) => kind !== 'keyword' && texts[kind].trim() === '')}
          onClick={() => void save()}
        >
          {t.save({ count: chosen.size })}
        </Button>
      </footer>
    </div>
  )
}
