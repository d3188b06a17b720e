import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../data/format.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { bahtOf, type Cost, type Usage } from '../cost.ts'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'
import styles from './Checklist.module.css'
import { composeText } from './compose-text.ts'
import { QuotaEnd } from './QuotaEnd.tsx'

interface FootFiguresProps {
  /** Id of the broadcast, 0 before it was saved. */
  id: number
  draft: Draft
  people: number
  heldOut: number
  usage: Usage | undefined
  cost: Cost | undefined
  /** The missing parts. */
  children: ReactNode
}

/** People, messages and baht of a draft, and what is left of the quota at the end of the month. */
export function FootFigures({ id, draft, people, heldOut, usage, cost, children }: FootFiguresProps) {
  const t = useWords(text)
  const c = useWords(composeText)
  const format = useFormat()
  const timeZone = useStore().timeZone ?? DEFAULT_TIME_ZONE
  const price = usage?.price ?? null
  const perPerson = usage?.perObject ? Math.max(draft.messages.length, 1) : 1
  const trims = draft.target.limit.upToRemainingQuota ? perPerson : null
  const shortText = draft.target.limit.upToRemainingQuota ? t.shortOnly : c.shortBy
  return (
    <>
      <dl>
        <Figure name={c.recipients} place="people" note={heldOut > 0 && c.heldOut({ count: heldOut })}>
          {draft.channel ? c.people({ count: people }) : EMPTY}
        </Figure>
        {usage && cost && (
          <>
            <Figure name={c.messagesToSend} place="messages" note={usage.perObject ? c.eachObject : c.onePerPerson}>
              {formatNumber(cost.messages)}
            </Figure>
            {price !== null && (
              <Figure name={c.cost} place="cost" note={c.perMessage({ price })}>
                {bahtOf(price, cost.messages)} {c.baht}
              </Figure>
            )}
            <Figure
              name={c.monthEnd}
              place="quota"
              more={
                draft.channel &&
                cost.short === 0 && (
                  <QuotaEnd
                    channelId={draft.channel.channelId}
                    timeZone={timeZone}
                    draft={{ id, sendAt: draft.schedule.sendAt, messages: cost.messages, trims }}
                  />
                )
              }
              isShort={cost.short > 0}
              note={
                cost.short > 0
                  ? shortText({ count: cost.short })
                  : usage.at && t.countedAt({ when: format.when(usage.at) })
              }
            >
              {usage.limit === null || cost.left === null
                ? t.noLimit
                : c.leftOf({ left: formatNumber(cost.left), limit: formatNumber(usage.limit) })}
            </Figure>
          </>
        )}
      </dl>
      {children}
    </>
  )
}

interface FigureProps {
  /** Below it. */
  more?: ReactNode
  name: string
  place: 'people' | 'messages' | 'cost' | 'quota'
  note?: ReactNode
  isShort?: boolean
  children: ReactNode
}

function Figure({ name, place, note, more, isShort, children }: FigureProps) {
  return (
    <div data-place={place}>
      <dt>{name}</dt>
      <dd>
        <strong>{children}</strong>
        {note && (
          <small className={isShort ? styles.short : undefined} role={isShort ? 'status' : undefined}>
            {note}
          </small>
        )}
        {more}
      </dd>
    </div>
  )
}
