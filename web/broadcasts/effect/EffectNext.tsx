import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { IconChartDots, IconRepeat, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { formatPrice } from '../../data/format.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import type { Broadcast } from '../broadcast.ts'
import { signed } from '../signed.ts'
import { inZone } from '../store-time.ts'
import styles from './Effect.module.css'
import { effectText } from './effect-text.ts'

const icon = { size: 16, stroke: 1.6 }

/** Next steps: the month as a whole if one broadcast is too small, a draft for those who got nothing, and one for those who did not click. */
export function EffectNext({ broadcast, isUnclear }: { broadcast: Broadcast; isUnclear: boolean }) {
  const t = useWords(effectText)
  const go = useGo()
  const confirm = useConfirm()
  const mayCreate = useMayCall(broadcasts.create)
  const copy = useWrite(broadcasts.duplicate)
  const { id, heldOut, unsent, clicked, counts, status } = broadcast
  const mayCopy = mayCreate && status === 'published'
  const mayRest = mayCopy && heldOut > 0
  const others = (mayCopy && clicked?.others) || 0
  if (!mayRest && others === 0 && !isUnclear) return null
  const draftTo = (to: 'rest' | 'not_clicked') =>
    copy.mutate(
      { params: { id }, body: { to } },
      { onSuccess: (made) => go({ to: 'broadcast-edit', params: { broadcastId: made.id } }) },
    )
  async function sendToRest() {
    if (await confirm({ title: t.restTitle, text: t.restText, yes: t.makeDraft })) draftTo('rest')
  }
  return (
    <section className={styles.next} aria-labelledby="effect-next">
      <h2 id="effect-next">{t.next}</h2>
      <ul>
        {isUnclear && <Month broadcast={broadcast} />}
        {mayRest && (
          <li>
            <div>
              <strong>{t.rest({ count: heldOut + unsent })}</strong>
              <p className={styles.quiet}>{t.restOf({ heldOut, unsent })}</p>
            </div>
            <Button
              leftSection={<IconSend {...icon} />}
              aria-label={`${t.makeDraft}: ${t.rest({ count: heldOut + unsent })}`}
              loading={copy.isPending}
              onClick={() => void sendToRest()}
            >
              {t.makeDraft}
            </Button>
          </li>
        )}
        {others > 0 && (
          <li>
            <div>
              <strong>{t.others({ count: others })}</strong>
              <p className={styles.quiet}>{t.othersOf({ accepted: counts.accepted, clicked: clicked!.people })}</p>
            </div>
            <Button
              leftSection={<IconRepeat {...icon} />}
              aria-label={`${t.makeDraft}: ${t.others({ count: others })}`}
              loading={copy.isPending}
              onClick={() => draftTo('not_clicked')}
            >
              {t.makeDraft}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

/** Effect of all broadcasts of the month, counted on request. */
function Month({ broadcast: { startedAt } }: { broadcast: Broadcast }) {
  const t = useWords(effectText)
  const format = useFormat()
  const store = useStore()
  const [isOpen, setOpen] = useState(false)
  const month = inZone(startedAt!, store.timeZone ?? DEFAULT_TIME_ZONE).day.slice(0, 7)
  const read = useRead(broadcasts.monthEffect, { query: { month } }, { enabled: isOpen })
  const said = () => {
    if (!read.data) return read.error?.message
    const { broadcasts: count, people, difference, range, state } = read.data
    if (state === 'without') return t.noMonth
    const bounds = range && t.monthRange({ from: formatPrice(range.from), to: formatPrice(range.to) })
    return [t.monthOf({ count, people, baht: signed(difference) }), bounds ?? t.monthFew].join(' ')
  }
  return (
    <li>
      <div>
        <strong>{t.month({ month: format.date(startedAt).slice(5) })}</strong>
        <p className={styles.quiet} role="status">
          {said()}
        </p>
      </div>
      <Button
        leftSection={<IconChartDots {...icon} />}
        loading={read.isFetching}
        disabled={read.data !== undefined}
        onClick={() => setOpen(true)}
      >
        {t.seeMonth}
      </Button>
    </li>
  )
}
