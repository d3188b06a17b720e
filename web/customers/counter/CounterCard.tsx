import { ActionIcon, Button } from '@mantine/core'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import {
  type Icon,
  IconArrowLeft,
  IconBuildingStore,
  IconLock,
  IconMessageCircle,
  IconNote,
  IconPhone,
  IconPin,
  IconQrcode,
  IconReceipt,
  IconShoppingBag,
} from '@tabler/icons-react'
import { memo, type ReactNode, Suspense, useState } from 'react'
import { useAct } from '../../background/acts/use-act.ts'
import { localNumber } from '../../background/acts/use-act-words.ts'
import { useRead } from '../../data/api.ts'
import { formatPhone } from '../../data/format.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useKeys } from '../../ui/keys.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { LabelChips } from '../profiles/LabelChips.tsx'
import { RestrictionMark } from '../restriction/RestrictionMark.tsx'
import { restrictionText } from '../restriction/text.ts'
import styles from './Card.module.css'
import { CardMenu } from './CardMenu.tsx'
import type { Card } from './kept.ts'
import { text } from './text.ts'
import { useWordsOf } from './use-words-of.ts'

const LineLinkDialog = lazyPart(async () => ({
  default: (await import('../line-link/LineLinkDialog.tsx')).LineLinkDialog,
}))
const NoteSheet = lazyPart(() => import('./NoteSheet.tsx'))
export const loadSale = () => import('./SaleSheet.tsx')
const SaleSheet = lazyPart(loadSale)

/** Whom a card is of: a customer, or a number whose owner is found later. */
export type CardOf = { id: number } | { number: string }

interface CounterCardProps {
  of: CardOf
  offline: boolean
  phone: boolean
  onClose: () => void
}

/** All that staff at the counter need of one customer, with the acts under the thumb. */
export const CounterCard = memo(function CounterCard({ of, offline, phone, onClose }: CounterCardProps) {
  const t = useWords(text)
  const c = useWords(common)
  const record = useAct()
  const mayRecord = useMayCall(profileActivities.visit)
  const id = 'id' in of ? of.id : 0
  const read = useRead(counter.card, { params: { id } }, { enabled: id > 0 })
  const [open, setOpen] = useState<'sale' | 'note' | 'line'>()
  const card = read.data
  const number = 'number' in of ? of.number : undefined
  const name = card?.name || (number ? localNumber(number) : '')
  const who = { profileId: number ? null : id, name, ...(number && { phone: number }) }
  const isGone = isApiError(read.error, 'not_found')
  const acts = mayRecord && !isGone && (card !== undefined || number !== undefined || offline)
  const visit = () => {
    onClose()
    void record({ ...who, kind: 'visit' })
  }
  const sell = () => setOpen('sale')
  useKeys(t.card, acts ? [{ on: ['F2'], label: t.sell, run: sell }] : [])
  const dial = card?.phone || number
  return (
    <article className={styles.card} aria-label={t.card} data-counter-card>
      <div className={styles.bar}>
        {phone && (
          <ActionIcon size={44} aria-label={c.back} onClick={onClose}>
            <IconArrowLeft size={22} stroke={1.6} />
          </ActionIcon>
        )}
        <span />
        {dial && <BarAct icon={IconPhone} label={t.call} href={`tel:${dial}`} />}
        {acts && <BarAct icon={IconNote} label={t.note} onAct={() => setOpen('note')} />}
        {card && <CardMenu card={card} offline={offline} onWished={() => void record({ ...who, kind: 'birthday' })} />}
      </div>
      <div className={styles.body}>
        {isGone ? (
          <p className={styles.said}>{t.gone}</p>
        ) : card ? (
          <Facts card={card} offline={offline} onLink={() => setOpen('line')} />
        ) : number || offline ? (
          <>
            <h2 className={styles.name} data-heading>
              {name || EMPTY}
            </h2>
            <p className={styles.said}>{number ? t.numberOnly : t.notKept}</p>
          </>
        ) : read.error ? (
          <p className={styles.said}>{t.cardFailed({ reason: read.error.message })}</p>
        ) : (
          <Bones />
        )}
      </div>
      {acts && (
        <div className={styles.foot}>
          <Button
            size="xl"
            leftSection={<IconReceipt size={24} stroke={1.6} />}
            onPointerEnter={loadSale}
            onClick={sell}
          >
            {t.sell} {!phone && <kbd>F2</kbd>}
          </Button>
          <Button size="xl" variant="filled" leftSection={<IconBuildingStore size={24} stroke={1.6} />} onClick={visit}>
            {t.visit} {!phone && <kbd>Enter</kbd>}
          </Button>
        </div>
      )}
      <Suspense>
        {open === 'sale' && (
          <SaleSheet
            name={name}
            onClose={() => setOpen(undefined)}
            onSave={(sale) => {
              onClose()
              void record({ ...who, kind: 'sale', ...sale })
            }}
          />
        )}
        {open === 'note' && (
          <NoteSheet
            name={name}
            onClose={() => setOpen(undefined)}
            onSave={(words) => {
              setOpen(undefined)
              void record({ ...who, kind: 'note', text: words })
            }}
          />
        )}
        {open === 'line' && <LineLinkDialog profileId={id} name={name} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </article>
  )
})

interface BarActProps {
  icon: Icon
  label: string
  href?: string
  onAct?: () => void
}

/** An act of the head: a picture on a phone, with its word on a desk. */
function BarAct({ icon: Sign, label, href, onAct }: BarActProps) {
  const phone = usePhone()
  const does = href ? { component: 'a' as const, href } : { onClick: onAct }
  if (!phone)
    return (
      <Button leftSection={<Sign size={18} stroke={1.6} />} {...does}>
        {label}
      </Button>
    )
  return (
    <ActionIcon size={44} aria-label={label} {...does}>
      <Sign size={22} stroke={1.6} />
    </ActionIcon>
  )
}

interface FactsProps {
  card: Card
  offline: boolean
  onLink: () => void
}

function Facts({ card, offline, onLink }: FactsProps) {
  const t = useWords(text)
  const r = useWords(restrictionText)
  const say = useWordsOf()
  const format = useFormat()
  const mayLink = useMayCall(lineLink.create)
  const phone = usePhone()
  const noted = [card.note?.by, card.note && format.date(card.note.at)].filter(Boolean).join(' ')
  const line = useRead(lineLink.get, { params: { id: card.id } }).data
  return (
    <>
      <h2 className={styles.name} data-heading>
        {card.name} {card.restriction && <RestrictionMark />}
      </h2>
      <p className={styles.contact}>
        {card.label && <LabelChips labels={[{ ...card.label, type: 'general' }]} />}
        {card.phone && <span>{formatPhone(card.phone)}</span>}
      </p>
      <p className={styles.visits}>
        {card.visits > 0 && <strong>{t.came({ count: card.visits })}</strong>} {say.last(card.lastAt)}
      </p>
      <dl className={styles.facts}>
        {card.restriction && (
          <Fact icon={<IconLock size={24} stroke={1.6} />} name={r[card.restriction.kind]}>
            {card.restriction.reason ?? r.sinceDate({ date: format.date(card.restriction.at) })}
          </Fact>
        )}
        {card.usual && (
          <Fact icon={<IconShoppingBag size={24} stroke={1.6} />} name={t.usual}>
            {card.usual.text} <small>{t.usualOf({ times: card.usual.times, of: card.usual.of })}</small>
          </Fact>
        )}
        {card.note && (
          <Fact icon={<IconPin size={24} stroke={1.6} />} name={phone ? t.noteBy({ by: noted }) : t.noteTitle}>
            {card.note.text} {!phone && <small>{noted}</small>}
          </Fact>
        )}
        {line && (line.reach !== 'not_linked' || line.accounts.length > 0) && (
          <Fact
            icon={<IconMessageCircle size={24} stroke={1.6} />}
            name={t.line}
            end={
              line.reach === 'not_linked' &&
              mayLink && (
                <Button
                  size="md"
                  leftSection={<IconQrcode size={20} stroke={1.6} />}
                  disabled={offline}
                  onClick={onLink}
                >
                  {offline ? t.needsInternet : t.showQr}
                </Button>
              )
            }
          >
            {t[`line_${line.reach}`]}
          </Fact>
        )}
      </dl>
      <div className={styles.pastHead}>
        <h3>{t.past}</h3>
        {!offline && (
          <RouteLink to="profile-detail" params={{ profileId: card.id }}>
            {t.openProfile}
          </RouteLink>
        )}
      </div>
      {card.past.length === 0 && <p className={styles.said}>{t.neverCame}</p>}
      <ul className={styles.past}>
        {card.past.map(({ id, at, text: what }) => (
          <li key={id}>
            <time dateTime={at}>{format.date(at)}</time> <span>{what}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Fact({ icon, name, end, children }: { icon: ReactNode; name: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>
        {icon}
        {name}
      </dt>
      <dd>
        <span>{children}</span>
        {end}
      </dd>
    </div>
  )
}
