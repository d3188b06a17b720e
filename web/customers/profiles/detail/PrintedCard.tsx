import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { counter } from '@ruam/contract/customers/counter.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { IconCalendarHeart, IconShoppingBag } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type Got, useRead, useWrite } from '../../../data/api.ts'
import { isCopy } from '../../../data/copy-time.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useMayCall } from '../../../ui/may.ts'
import { QrCode } from '../../line-link/QrCode.tsx'
import { cardText } from './card-text.ts'
import { nextVisit } from './next-visit.ts'
import styles from './PrintedCard.module.css'

interface PrintedCardProps {
  profileId: number
  name: string
  onDone: () => void
}

/** Prints the card that a customer takes home, with a link to LINE for one who is not there yet. */
export function PrintedCard({ profileId, name, onDone }: PrintedCardProps) {
  const params = { id: profileId }
  const mayLink = useMayCall(lineLink.create)
  const read = useRead(counter.card, { params }, { staleTime: 0 })
  const line = useRead(lineLink.get, { params }, { enabled: mayLink })
  const create = useWrite(lineLink.create, { quiet: true })
  const wantsLink = mayLink && line.data?.reach === 'not_linked' && line.data.accounts.length > 0
  const began = useRef(false)
  const { mutate } = create
  useEffect(() => {
    if (!wantsLink || began.current) return
    began.current = true
    mutate({ params: { id: profileId }, body: { personal: true } })
  }, [wantsLink, mutate, profileId])
  const error = read.error ?? line.error
  const isLinkKnown = !mayLink || (line.data !== undefined && (!wantsLink || create.isSuccess || create.isError))
  // A copy lacks the days of the year.
  const ready = read.data !== undefined && read.isFetchedAfterMount && !isCopy(read) && isLinkKnown
  const end = useEffectEvent(onDone)
  useEffect(() => {
    if (error) {
      alerts.error(error.message)
      end()
    }
    if (!ready) return
    addEventListener('afterprint', end, { once: true })
    // Once the card is drawn, with its letters.
    void document.fonts.ready.then(() => requestAnimationFrame(() => print()))
    return () => removeEventListener('afterprint', end)
  }, [ready, error])
  if (!read.data || !ready) return null
  return createPortal(<CardPage card={read.data} name={name} link={create.data} />, document.body)
}

interface CardPageProps {
  card: Got<typeof counter.card>
  name: string
  link: Got<typeof lineLink.create> | undefined
}

function CardPage({ card, name, link }: CardPageProps) {
  const t = useWords(cardText)
  const format = useFormat()
  const store = useStore()
  const now = new Date().toISOString()
  // Swedish writes days as YYYY-MM-DD.
  const days = new Intl.DateTimeFormat('sv', { timeZone: store.timeZone ?? DEFAULT_TIME_ZONE })
  const dayOf = (at: string) => days.format(new Date(at))
  const next = nextVisit([...card.days, ...card.past.map(({ at }) => dayOf(at))], dayOf(now))
  return (
    <article className={styles.card} aria-label={t.card} data-printed>
      <header>
        <span>{store.name}</span>
        <span>{t.card}</span>
      </header>
      <div className={styles.who}>
        <div>
          <h1>{name}</h1>
          {card.label && <p>{card.label.name}</p>}
        </div>
        {link && (
          <figure>
            <QrCode text={link.url} label={t.scan} />
            <figcaption>{t.scan}</figcaption>
          </figure>
        )}
      </div>
      {card.days.length > 0 && (
        <>
          <div className={styles.came}>
            <h2>{t.came({ count: card.days.length, year: format.date(now)!.slice(-4) })}</h2>
            <span>{t.last({ date: format.date(card.days.at(-1)!) ?? '' })}</span>
          </div>
          <YearLine days={card.days} next={next} />
        </>
      )}
      {card.usual && (
        <Fact icon={<IconShoppingBag size={26} stroke={1.5} />} about={t.usual}>
          <strong>{card.usual.text}</strong> {t.usualOf({ times: card.usual.times, of: card.usual.of })}
        </Fact>
      )}
      {next && (
        <Fact icon={<IconCalendarHeart size={26} stroke={1.5} />}>
          <strong>{t.again({ days: next.inDays })}</strong>
          <p>{t.because({ date: format.date(next.day) ?? '', every: next.every, ago: next.ago })}</p>
        </Fact>
      )}
      <footer>
        <span>{t.asOf({ date: format.date(now) ?? '' })}</span>
        {link && <span>{t.until({ date: format.date(link.expiresAt) ?? '' })}</span>}
      </footer>
    </article>
  )
}

function Fact({ icon, about, children }: { icon: ReactNode; about?: string; children: ReactNode }) {
  return (
    <section className={styles.fact}>
      {icon}
      <div>
        {about && <small>{about}</small>}
        {children}
      </div>
    </section>
  )
}

const WIDTH = 360
const DAYS = 366

/** Place of a day on the line of its year. */
const placeOf = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return ((at - Date.UTC(Number(day.slice(0, 4)), 0, 1)) / 86_400_000 / DAYS) * WIDTH
}

/** The visits of a year on a line, with the one that likely follows. */
function YearLine({ days, next }: { days: readonly string[]; next: ReturnType<typeof nextVisit> }) {
  const t = useWords(cardText)
  const first = placeOf(days[0]!)
  const last = placeOf(days.at(-1)!)
  const isThisYear = next && next.day.slice(0, 4) === days[0]!.slice(0, 4)
  const guess = isThisYear ? placeOf(next.day) : undefined
  const months = t.monthLetters.split(' ')
  // Both words would run into each other.
  const showsFirst = guess === undefined || guess - first > 90
  return (
    <svg className={styles.year} viewBox={`-8 0 ${WIDTH + 16} 64`} aria-hidden>
      {showsFirst && (
        <text x={first} y={12} textAnchor={first > WIDTH - 40 ? 'end' : first < 40 ? 'start' : 'middle'}>
          {t.first}
        </text>
      )}
      {guess !== undefined && (
        <text x={guess} y={12} textAnchor={guess > WIDTH - 40 ? 'end' : 'middle'} className={styles.guess}>
          {t.inDays({ days: next!.inDays })}
        </text>
      )}
      <path d={`M0 32H${WIDTH}`} className={styles.line} />
      {months.map((month, place) => (
        <g key={month}>
          <path d={`M${(place * WIDTH) / 12} 27v10`} className={styles.line} />
          <text x={((place + 0.5) * WIDTH) / 12} y={58} textAnchor="middle">
            {month}
          </text>
        </g>
      ))}
      <path d={`M${WIDTH} 27v10`} className={styles.line} />
      <path d={`M${first} 32H${last}`} className={styles.span} />
      {guess !== undefined && <path d={`M${last} 32H${guess}`} className={styles.ahead} />}
      {days.map((day) => (
        <circle key={day} cx={placeOf(day)} cy={32} r={4.5} />
      ))}
      {guess !== undefined && <circle cx={guess} cy={32} r={5} className={styles.open} />}
    </svg>
  )
}
