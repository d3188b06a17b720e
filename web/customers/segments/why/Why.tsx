import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead, useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { alerts } from '../../../ui/alerts.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import { text } from './text.ts'
import styles from './Why.module.css'
import { type WhyAnswer, WhyTree } from './WhyTree.tsx'

interface WhyProps {
  labelId: number
  profileId: number
  /** Customer's name. */
  name: string
}

/** Why a customer is in a segment or is not, and the ways to settle it by hand. */
export function Why({ labelId, profileId, name }: WhyProps) {
  const t = useWords(text)
  const format = useFormat()
  const options = useRuleOptions()
  const params = { id: labelId, profileId }
  const read = useRead(segments.why, { params }, { staleTime: 0 })
  const why = read.data
  if (!why) {
    if (read.error) return <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
    return <Bones />
  }
  return (
    <div className={styles.why} aria-busy={read.isFetching}>
      <h2>{why.member ? t.in({ name }) : t.out({ name })}</h2>
      {why.since && !why.pin && <p className={styles.since}>{t.since({ when: format.dateTime(why.since) })}</p>}
      <Pinned why={why} />
      <ul className={styles.tree}>
        <WhyTree node={why.tree} options={options} />
      </ul>
      <PinButtons params={params} why={why} />
    </div>
  )
}

/** Reasons besides the rule. */
function Pinned({ why }: { why: WhyAnswer }) {
  const t = useWords(text)
  const format = useFormat()
  const { pin, member, source, wouldBe } = why
  if (pin) {
    const by = { name: pin.by?.name ?? t.somebody, when: format.dateTime(pin.at) }
    return (
      <p className={styles.pin}>
        <strong>{pin.value ? t.pinnedIn(by) : t.pinnedOut(by)}</strong>
        <br />
        {wouldBe ? t.ruleSaysIn : t.ruleSaysOut}
      </p>
    )
  }
  if (source === 'import') return <p className={styles.pin}>{t.imported}</p>
  if (member === wouldBe) return null
  return <FormNote kind="info" message={wouldBe ? t.behindIn : t.behindOut} />
}

function PinButtons({ params, why }: { params: { id: number; profileId: number }; why: WhyAnswer }) {
  const t = useWords(text)
  const may = useMayCall(segments.pin)
  const refreshes = [profiles.get]
  const pin = useWrite(segments.pin, { refreshes })
  const unpin = useWrite(segments.unpin, { refreshes })
  if (!may) return null
  const busy = pin.isPending || unpin.isPending
  const done = { onSuccess: () => void alerts.success(t.saved) }
  const put = (value: boolean) => pin.mutate({ params, body: { value } }, done)
  return (
    <div className={styles.buttons}>
      {why.pin?.value !== true && (
        <Button disabled={busy} onClick={() => put(true)}>
          {t.pinIn}
        </Button>
      )}
      {why.pin?.value !== false && (
        <Button disabled={busy} onClick={() => put(false)}>
          {t.pinOut}
        </Button>
      )}
      {why.pin && (
        <Button disabled={busy} onClick={() => unpin.mutate({ params }, done)}>
          {t.unpin}
        </Button>
      )}
    </div>
  )
}
