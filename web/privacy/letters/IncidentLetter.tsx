import { Button, Textarea } from '@mantine/core'
import { LETTER_NAME, letterText } from '@ruam/contract/privacy/letter-text.ts'
import { incidentLetters, type Letter as LetterAnswer } from '@ruam/contract/privacy/letters.ts'
import { useState } from 'react'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Unread } from '../../ui/Unread.tsx'
import styles from './Letters.module.css'
import { letterWords } from './letter-words.ts'

type OfIncident = Got<typeof incidentLetters.get>
type Letter = NonNullable<OfIncident['letter']>
type State = LetterAnswer['state']

/** Milliseconds between two looks at a letter, which another person may approve. */
const LOOK_MS = 5000
const LENGTH = 2000
const ways = ['line', 'email', 'phone', 'none', 'erased'] as const
const isOver = (state: State) => state === 'sent' || state === 'stopped'

/** The letter to the customers of an incident: its text, whom it reaches, and the second person who sends it. */
export default function IncidentLetter({ id }: { id: number }) {
  const t = useWords(letterWords)
  const params = { id: String(id) }
  const read = useRead(incidentLetters.get, { params }, { staleTime: 0, poll: () => LOOK_MS })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const { letter, earlier, reach } = read.data
  const current = letter && !isOver(letter.state) ? letter : null
  const over = letter && !current ? [letter, ...earlier] : earlier
  return (
    <section className={styles.letter} aria-label={t.letter}>
      <p className={styles.quiet}>{t.about}</p>
      <Reach reach={reach} />
      {current && current.state !== 'draft' ? (
        <Waiting params={params} letter={current} line={reach.line} />
      ) : (
        <Draft key={current?.updatedAt} params={params} letter={current} />
      )}
      {over.length > 0 && (
        <>
          <h3>{t.earlier}</h3>
          {over.map((one) => (
            <Sent key={one.number} letter={one} />
          ))}
        </>
      )}
    </section>
  )
}

/** The ways add up to everyone. */
function Reach({ reach }: Pick<OfIncident, 'reach'>) {
  const t = useWords(letterWords)
  return (
    <div className={styles.reach}>
      <h3>{t.reach}</h3>
      <dl>
        {ways.map((way) => (
          <div key={way}>
            <dt>{t[way]}</dt>
            <dd>{formatNumber(reach[way])}</dd>
          </div>
        ))}
        <div>
          <dt>{t.total}</dt>
          <dd>
            <strong>{t.people({ count: reach.total })}</strong>
          </dd>
        </div>
      </dl>
      {reach.blocked > 0 && <p className={styles.quiet}>{t.blocked({ count: reach.blocked })}</p>}
      {reach.account > 0 && <p className={styles.quiet}>{t.account({ count: reach.account })}</p>}
    </div>
  )
}

interface Part<L> {
  params: { id: string }
  letter: L
}

function Draft({ params, letter }: Part<Letter | null>) {
  const t = useWords(letterWords)
  const [thai, setThai] = useState(letter?.textTh ?? '')
  const [english, setEnglish] = useState(letter?.textEn ?? '')
  const save = useWrite(incidentLetters.save)
  const submit = useWrite(incidentLetters.submit)
  const isEmpty = thai.trim() === ''
  const isSaved = letter !== null && letter.textTh === thai.trim() && letter.textEn === english.trim()
  const put = () => {
    const body = { originTime: letter?.updatedAt ?? null, textTh: thai, textEn: english }
    return save.mutateAsync({ params, body })
  }
  const hand = async () => {
    const saved = isSaved ? letter : (await put()).letter
    if (saved) submit.mutate({ params, body: { originTime: saved.updatedAt } })
  }
  const text = { maxLength: LENGTH, autosize: true, minRows: 4 } as const
  return (
    <>
      <Textarea
        {...text}
        label={t.thai}
        value={thai}
        onChange={({ currentTarget: { value } }) => setThai(value)}
        required
      />
      <Textarea
        {...text}
        label={t.english}
        value={english}
        onChange={({ currentTarget: { value } }) => setEnglish(value)}
      />
      <Bubble text={letterText(thai.trim(), english.trim())} />
      <div className={styles.buttons}>
        <Button onClick={() => setThai((text) => `${text}${LETTER_NAME}`)}>{t.insertName}</Button>
        <Button disabled={isEmpty || isSaved} loading={save.isPending} onClick={() => put().catch(() => undefined)}>
          {t.save}
        </Button>
        <Button
          variant="filled"
          disabled={isEmpty}
          loading={submit.isPending}
          onClick={() => hand().catch(() => undefined)}
        >
          {t.submit}
        </Button>
      </div>
      <p className={styles.quiet}>{t.second}</p>
    </>
  )
}

function Bubble({ text }: { text: string }) {
  const t = useWords(letterWords)
  if (text === '') return null
  return (
    <figure className={styles.bubble}>
      <figcaption>{t.preview}</figcaption>
      <p>{text.replaceAll(LETTER_NAME, t.sampleName)}</p>
    </figure>
  )
}

/** A letter that waits for the second person, is being sent, or was paused. */
function Waiting({ params, letter, line }: Part<Letter> & { line: number }) {
  const t = useWords(letterWords)
  const confirm = useConfirm()
  const approve = useWrite(incidentLetters.approve)
  const stop = useWrite(incidentLetters.stop)
  const resume = useWrite(incidentLetters.resume)
  const waits = letter.state === 'awaiting'
  const send = async () => {
    const yes = t.approve({ count: line })
    if (await confirm({ title: yes, text: t.approveText, yes }))
      approve.mutate({ params, body: { originTime: letter.updatedAt } })
  }
  const end = async () => {
    if (waits || (await confirm({ title: t.stop, text: t.stopText, yes: t.stop, mode: 'cancel' })))
      stop.mutate({ params })
  }
  return (
    <>
      <Sent letter={letter} />
      <div className={styles.buttons}>
        {waits && (
          <Button variant="filled" disabled={!letter.mayApprove} loading={approve.isPending} onClick={send}>
            {t.approve({ count: line })}
          </Button>
        )}
        {letter.state === 'paused' && (
          <Button variant="filled" loading={resume.isPending} onClick={() => resume.mutate({ params })}>
            {t.resume}
          </Button>
        )}
        <Button loading={stop.isPending} onClick={end}>
          {waits ? t.takeBack : t.stop}
        </Button>
      </div>
      {waits && !letter.mayApprove && <p className={styles.quiet}>{t.second}</p>}
    </>
  )
}

function Sent({ letter }: { letter: Letter }) {
  const t = useWords(letterWords)
  const format = useFormat()
  const act = letter.approved ?? letter.submitted
  const { counts } = letter
  const numbers = {
    ...{ accepted: formatNumber(counts.accepted), queued: formatNumber(counts.queued) },
    ...{ failed: formatNumber(counts.failed), skipped: formatNumber(counts.skipped) },
    unknown: formatNumber(counts.unknown),
  }
  return (
    <article>
      <strong>
        {t.number({ number: letter.number })} · {t[letter.state]}
      </strong>
      {act && (
        <p className={styles.quiet}>{t.by({ name: act.by?.name ?? t.someone, time: format.dateTime(act.at) ?? '' })}</p>
      )}
      {letter.approved && <p className={styles.quiet}>{t.counts(numbers)}</p>}
      <Bubble text={letterText(letter.textTh, letter.textEn)} />
    </article>
  )
}
