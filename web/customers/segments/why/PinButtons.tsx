import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { IconPin, IconUserOff } from '@tabler/icons-react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useMayCall } from '../../../ui/may.ts'
import { text } from './text.ts'
import styles from './Why.module.css'
import type { WhyAnswer } from './WhyTree.tsx'

interface PinButtonsProps {
  params: { id: number; profileId: number }
  why: WhyAnswer
  /** Customer's name. */
  name: string
  className?: string | undefined
}

const icon = { size: 16, stroke: 1.6 }

/** Pins a customer in a segment or keeps them out, whatever its rule says. */
export function PinButtons({ params, why, name, className }: PinButtonsProps) {
  const t = useWords(text)
  const may = useMayCall(segments.pin)
  const refreshes = [profiles.get]
  const pin = useWrite(segments.pin, { refreshes })
  const unpin = useWrite(segments.unpin, { refreshes })
  if (!may) return null
  const busy = pin.isPending || unpin.isPending
  const done = (said: string) => ({ onSuccess: () => void alerts.success(said) })
  const put = (value: boolean) =>
    pin.mutate({ params, body: { value } }, done(value ? t.nowPinnedIn({ name }) : t.nowPinnedOut({ name })))
  return (
    <section className={className} aria-label={t.byHand({ name })}>
      <p className={styles.byHand}>{t.byHand({ name })}</p>
      <div className={styles.buttons}>
        {why.pin?.value !== true && (
          <Button
            disabled={busy}
            leftSection={<IconPin {...icon} />}
            aria-label={t.pinInOf({ name })}
            onClick={() => put(true)}
          >
            {t.pinIn}
          </Button>
        )}
        {why.pin?.value !== false && (
          <Button
            disabled={busy}
            leftSection={<IconUserOff {...icon} />}
            aria-label={t.pinOutOf({ name })}
            onClick={() => put(false)}
          >
            {t.pinOut}
          </Button>
        )}
        {why.pin && (
          <Button
            disabled={busy}
            aria-label={t.unpinOf({ name })}
            onClick={() => unpin.mutate({ params }, done(t.nowUnpinned({ name })))}
          >
            {t.unpin}
          </Button>
        )}
      </div>
    </section>
  )
}
