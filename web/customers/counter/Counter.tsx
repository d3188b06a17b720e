import { Button, CloseButton } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconCloudOff, IconSearch, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { OverviewTabs } from '../../app/OverviewTabs.tsx'
import type { Act } from '../../background/acts/act.ts'
import { answerAct } from '../../background/acts/queue.ts'
import { useAct } from '../../background/acts/use-act.ts'
import { localNumber, useActWords } from '../../background/acts/use-act-words.ts'
import { useWaiting } from '../../background/acts/use-waiting.ts'
import { whenIdle } from '../../data/idle.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyModule } from '../../ui/lazy.tsx'
import { useLazyPart } from '../../ui/lazy-module.tsx'
import { useMayCall } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { listText } from '../profiles/list/list-text.ts'
import { HighlightedText } from '../profiles/Marked.tsx'
import { useEditable } from '../profiles/use-editable.ts'
import { RestrictionMark } from '../restriction/RestrictionMark.tsx'
import styles from './Counter.module.css'
import { type CardOf, CounterCard, loadSale } from './CounterCard.tsx'
import { HomeLists } from './HomeLists.tsx'
import { useStoredCounter } from './kept.ts'
import { Row, Section } from './Section.tsx'
import { text } from './text.ts'
import { type Hit, isPhoneNumber, useHits } from './use-hits.ts'
import { WaitingActs } from './WaitingActs.tsx'

const createCode = lazyModule(async () => (await import('../profiles/list/CreateProfile.tsx')).CreateProfile)

/** Home of staff at the counter: one box that finds a customer, what the day brings, and a card to record visits and sales. */
export function Counter() {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const say = useActWords()
  const record = useAct()
  const waiting = useWaiting()
  useStoredCounter()
  const offline = waiting.offlineSince !== undefined
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState<Act>()
  const input = useRef<HTMLInputElement>(null)
  const { chosen, open, close } = useChosen()
  const { hits, waits, error, settled, only, kept } = useHits(typed, offline)
  useEffect(() => whenIdle(() => [loadSale]), [])

  // The same functions while letters are typed, so that the lists below and the card are not drawn again for each.
  const choose = useCallback(
    (customer: { id: number; name?: string }) => {
      if (!asking) return open({ id: customer.id })
      void answerAct(asking.id, { profileId: customer.id, name: customer.name ?? '' })
      setAsking(undefined)
      setTyped('')
    },
    [asking, open],
  )
  const opened = useRef('')
  useEffect(() => {
    if (!only || asking || opened.current === typed) return
    opened.current = typed
    open({ id: only.id })
  }, [only, asking, typed, open])
  const back = useCallback(() => {
    close()
    setTyped('')
    opened.current = ''
    if (!phone) input.current?.focus()
  }, [close, phone])
  const current = chosen && 'id' in chosen ? hits.findIndex(({ id }) => id === chosen.id) : -1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.repeat) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[current]
    if (event.key === 'Escape') back()
    else if (step && hits.length > 0)
      choose(hits[(Math.max(current, step < 0 ? 0 : -1) + step + hits.length) % hits.length]!)
    else if (event.key === 'Enter' && settled) {
      // The first Enter chooses, the second records.
      if (hit && !phone && !asking) {
        void record({ kind: 'visit', profileId: hit.id, name: hit.name })
        back()
      } else if (hits[0]) choose(hits[0])
    } else return
    event.preventDefault()
  }
  const number = offline && hits.length === 0 && isPhoneNumber(typed) ? typed.replace(/\D/g, '') : undefined
  return (
    <>
      <OverviewTabs here="counter" />
      <div className={styles.counter} data-card={chosen !== undefined || undefined}>
        <div className={styles.list}>
          {offline && (
            <div className={styles.offline} role="status">
              <IconCloudOff size={26} stroke={1.6} />
              <p>
                <strong>{t.offline({ time: format.time(new Date(waiting.offlineSince ?? 0).toISOString()) })}</strong>
                <span>{t.offlineText}</span>
              </p>
            </div>
          )}
          <div className={styles.find}>
            <IconSearch size={24} stroke={1.6} />
            <input
              ref={input}
              type="text"
              inputMode={/[^\d\s-]/.test(typed) ? 'text' : 'search'}
              aria-label={t.findLabel}
              placeholder={t.find}
              // biome-ignore lint/a11y/noAutofocus: a counter begins with the next customer
              autoFocus={!phone}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            {typed && <CloseButton size={44} aria-label={t.clear} onClick={back} />}
          </div>
          {offline && <p className={styles.hint}>{t.onlyOpened({ count: kept ?? 0 })}</p>}
          {asking && (
            <div className={styles.asking} role="status">
              <span>{t.choosing({ act: `${say.who(asking)} · ${say.act(asking)}` })}</span>
              <Button size="compact-md" onClick={() => setAsking(undefined)}>
                {t.stopChoosing}
              </Button>
            </div>
          )}
          <Found
            {...{ typed, hits, waits, settled, offline }}
            error={error?.message}
            onChoose={choose}
            current={current}
          />
          {number && (
            <ul className={styles.rows}>
              <Row name={localNumber(number)} note={t.numberOnly} onChoose={() => open({ number })} />
            </ul>
          )}
          <WaitingActs
            waiting={waiting}
            onAsk={(act) => {
              setAsking(act)
              setTyped(act.phone ?? '')
              input.current?.focus()
            }}
          />
          <HomeLists {...{ offline, waiting }} onChoose={choose} />
          <AddCustomer typed={typed} offline={offline} />
        </div>
        <div className={styles.side}>
          {chosen ? (
            <CounterCard
              key={'id' in chosen ? chosen.id : chosen.number}
              of={chosen}
              offline={offline}
              phone={Boolean(phone)}
              onClose={back}
            />
          ) : (
            <p className={styles.none}>
              {t.choose}
              <br />
              <small>{t.keys}</small>
            </p>
          )}
        </div>
      </div>
    </>
  )
}

/** The customer of the card, which is part of the address, so that Back closes it. */
function useChosen() {
  const go = useGo()
  const { customer = '', number = '' } = useSearch({ strict: false }) as { customer?: string | number; number?: string }
  const chosen = useMemo((): CardOf | undefined => {
    if (/^[1-9]\d{0,14}$/.test(String(customer))) return { id: Number(customer) }
    return /^\d{9,10}$/.test(String(number)) ? { number: String(number) } : undefined
  }, [customer, number])
  const isOpen = chosen !== undefined
  const open = useCallback(
    (of: CardOf) =>
      go({ to: 'counter', search: 'id' in of ? { customer: of.id } : { number: of.number }, replace: isOpen }),
    [go, isOpen],
  )
  const close = useCallback(() => void (isOpen && go({ to: 'counter', replace: true })), [go, isOpen])
  return { chosen, open, close }
}

interface FoundProps {
  typed: string
  hits: readonly Hit[]
  current: number
  waits: boolean
  settled: boolean
  offline: boolean
  error: string | undefined
  onChoose: (hit: Hit) => void
}

function Found({ typed, hits, current, waits, settled, offline, error, onChoose }: FoundProps) {
  const t = useWords(text)
  if (typed.trim() === '') return null
  if (error && !offline) return <p className={styles.said}>{t.searchFailed({ reason: error })}</p>
  if (hits.length === 0) {
    const said = waits ? t.searching : settled || offline ? t.nobody({ keyword: typed.trim() }) : ''
    return (
      <p className={styles.said} role="status">
        {said}
      </p>
    )
  }
  return (
    <Section icon={IconUsers} title={t.found} count={t.people({ count: hits.length })}>
      <ul className={styles.rows}>
        {hits.map((hit, place) => (
          <Row
            key={hit.id}
            name={
              <>
                <HighlightedText text={hit.name} parts={hit.nameParts} /> {hit.restricted && <RestrictionMark />}
              </>
            }
            note={hit.label ?? t.noLabel}
            end={<HighlightedText text={hit.phone} parts={hit.phoneParts} />}
            chosen={place === current}
            onChoose={() => onChoose(hit)}
          />
        ))}
      </ul>
    </Section>
  )
}

function AddCustomer({ typed, offline }: { typed: string; offline: boolean }) {
  const t = useWords(text)
  const l = useWords(listText)
  const may = useMayCall(profiles.create)
  const { locked } = useEditable()
  const [create, creating] = useLazyPart({
    code: createCode,
    draw: (CreateProfile, start: string, close) => (
      <CreateProfile typed={start} locked={locked ? l.locked : undefined} onClose={close} />
    ),
  })
  if (!may) return null
  return (
    <div className={styles.add}>
      <Button
        size="lg"
        fullWidth
        disabled={offline}
        leftSection={<IconUserPlus size={20} stroke={1.6} />}
        onPointerEnter={() => void createCode.preload()}
        onClick={() => create(typed.trim())}
      >
        {t.add}
      </Button>
      {creating}
    </div>
  )
}
