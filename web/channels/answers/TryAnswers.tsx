import { answers } from '@ruam/contract/channels/answers.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconChevronLeft, IconMenu2, IconSearch, IconSend } from '@tabler/icons-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { ChosenPerson } from '../../broadcasts/PeoplePicker.tsx'
import phone from '../../broadcasts/Preview.module.css'
import { Bubble } from '../../broadcasts/preview/Bubble.tsx'
import type { Draft } from '../../broadcasts/use-draft.ts'
import { call } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { AccountPicture } from '../accounts/AccountPicture.tsx'
import type { AccountRow } from '../accounts/account-row.ts'
import type { AnswerRow, Tested } from './answer.ts'
import styles from './Try.module.css'
import { TryCard } from './TryCard.tsx'
import { tryText } from './try-text.ts'

const PeoplePicker = lazyPart(async () => ({
  default: (await import('../../broadcasts/PeoplePicker.tsx')).PeoplePicker,
}))

interface Line {
  text: string
  tested: Tested
  /** As they are written, so that values can be told from words; else as the server filled them. */
  messages: Tested['messages']
}

const valuesOf = ({ values }: Tested) => new Map(values.map(({ fieldId, value }) => [fieldId, value]))

interface TryAnswersProps {
  account: AccountRow
  results: readonly AnswerRow[]
  mayEdit: boolean
  onTested: (answerId: number | undefined) => void
  /** Makes an answer for a text. */
  onNew: (variant: string) => void
}

/** A phone on which a customer writes, and why each answer comes. The server answers by the code that answers LINE. */
export function TryAnswers({ account, results, mayEdit, onTested, onNew }: TryAnswersProps) {
  const t = useWords(tryText)
  const mayChoose = useMayCall(profiles.query)
  const [person, setPerson] = useState<ChosenPerson>()
  const [isChoosing, setChoosing] = useState(false)
  const [typed, setTyped] = useState('')
  const [chat, setChat] = useState<readonly Line[]>([])
  const [error, setError] = useState<string>()
  const end = useRef<HTMLDivElement>(null)
  const last = chat.at(-1)
  const channel = { type: account.type, channelId: account.id, name: account.name } as Draft['channel']
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each line
  useEffect(() => {
    const box = end.current?.parentElement
    if (box) box.scrollTop = box.scrollHeight
  }, [chat])

  async function send(text: string, seenBy = person) {
    setError(undefined)
    try {
      const params = { id: account.id }
      const tested = await call(answers.test, { params, body: { text, profileId: seenBy?.id ?? null } })
      const messages = results.find(({ id }) => id === tested.answer?.id)?.messages ?? tested.messages
      const isAgain = (line: Line, lines: readonly Line[]) => line.text === text && line === lines.at(-1)
      setChat((lines) => [...lines.filter((line) => !isAgain(line, lines)), { text, tested, messages }])
      onTested(tested.answer?.id)
    } catch (refused) {
      if (!isApiError(refused)) throw refused
      setError(refused.message)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') return
    setTyped('')
    void send(text)
  }
  const choose = (chosen: ChosenPerson | undefined) => {
    setPerson(chosen)
    setChoosing(false)
    if (last) void send(last.text, chosen)
  }
  return (
    <section className={styles.try} aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        {mayChoose && (
          <p>
            {t.eyesOf}{' '}
            <button type="button" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              {person ? person.name || person.id : t.anyone}
            </button>
          </p>
        )}
      </header>
      {isChoosing && (
        <Suspense>
          <PeoplePicker
            label={t.chooseCustomer}
            value={person ? [person] : []}
            most={2}
            onChange={(people) => choose(people.at(-1))}
          />
        </Suspense>
      )}
      <div className={`${phone.phone} ${styles.phone}`} data-theme="light">
        <p className={phone.top}>
          <IconChevronLeft size={18} stroke={1.6} aria-hidden />
          {account.name}
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <IconMenu2 size={18} stroke={1.6} aria-hidden />
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className={styles.chat} role="log" aria-label={t.chat} tabIndex={0}>
          <p className={phone.day}>{t.today}</p>
          {chat.length === 0 && <p className={styles.start}>{t.start}</p>}
          {chat.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key than their place
            <div key={place}>
              <p className={styles.own}>
                <time>{line.tested.time}</time>
                <span>{line.text}</span>
              </p>
              {line.messages.map((message, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other key than their place
                <div key={index} className={phone.row}>
                  <AccountPicture name={account.name} picture={account.picture} />
                  <div data-wide={message.type === 'flex'}>
                    <span className={phone.from}>{account.name}</span>
                    <Bubble message={message} channel={channel} values={valuesOf(line.tested)} />
                  </div>
                </div>
              ))}
            </div>
          ))}
          <div ref={end} />
        </div>
        {last && last.tested.quickReplies.length > 0 && (
          <ul className={styles.replies}>
            {last.tested.quickReplies.map((reply) => (
              <li key={reply}>
                <button type="button" aria-label={t.tapReply({ text: reply })} onClick={() => void send(reply)}>
                  {reply}
                </button>
              </li>
            ))}
          </ul>
        )}
        <form className={styles.bar} onSubmit={onSubmit}>
          <input
            aria-label={t.placeholder}
            placeholder={t.placeholder}
            maxLength={1000}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" aria-label={t.send}>
            <IconSend size={20} stroke={1.6} />
          </button>
        </form>
      </div>
      <FormNote message={error} place="foot" />
      {last && (
        <TryCard
          account={account}
          text={last.text}
          tested={last.tested}
          results={results}
          mayEdit={mayEdit}
          onChanged={() => void send(last.text)}
          onNew={() => onNew(last.text)}
        />
      )}
    </section>
  )
}
