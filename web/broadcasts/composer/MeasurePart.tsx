import { Button, NativeSelect, Switch } from '@mantine/core'
import { HOLDOUT_FROM, HOLDOUT_SHARE, holdoutOffReasons } from '@ruam/contract/broadcasts/effect.ts'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { useWords } from '../../data/text.ts'
import type { Broadcast } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { holdoutSize } from '../cost.ts'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import { toAllText } from '../to-all/to-all-text.ts'
import type { Draft } from '../use-draft.ts'
import { measureText } from './measure-text.ts'

/** Shares in percent. */
const SHARES = [10, 20, 50]

/** Reasons to choose from; `rest` belongs to drafts for the rest of another broadcast. */
const chosenReasons = holdoutOffReasons.filter((reason) => reason !== 'rest')

interface MeasurePartProps {
  draft: Draft
  /** The broadcast whose comparison group is used again. */
  repeats: Broadcast['repeats']
  /** People who are reached. */
  reached: number
  faults: readonly Fault[]
  onChange: (parts: Partial<Draft>) => void
}

/** The comparison group of a broadcast, or the reason why there is none. */
export function MeasurePart({ draft: { holdout, target }, repeats, reached, faults, onChange }: MeasurePartProps) {
  const t = useWords(text)
  const m = useWords(measureText)
  const toAll = useWords(toAllText)
  if (isToAll(target)) return <p className={styles.quiet}>{toAll.unmeasured}</p>
  if (target.messaged) return <p className={styles.quiet}>{m.messaged}</p>
  if (target.failedOf !== null)
    return <p className={styles.quiet}>{target.notClicked ? m.others : target.withHeldOut ? m.ends : m.rest}</p>
  const { share, offReason, repeatsId } = holdout
  const change = (parts: Partial<typeof holdout>) => onChange({ holdout: { ...holdout, ...parts } })
  const shares = SHARES.includes(share) || share === 0 ? SHARES : [share, ...SHARES]
  return (
    <>
      <div className={styles.pair}>
        <Switch
          size="sm"
          label={m.holdOut}
          checked={share > 0}
          onChange={(event) =>
            change(event.currentTarget.checked ? { share: HOLDOUT_SHARE, offReason: null } : { share: 0 })
          }
        />
        {share > 0 && (
          <NativeSelect
            size="sm"
            aria-label={m.share}
            value={share}
            data={shares.map((one) => ({ value: String(one), label: `${one}%` }))}
            onChange={(event) => change({ share: Number(event.currentTarget.value) })}
          />
        )}
      </div>
      {share > 0 ? (
        <p className={styles.quiet}>
          {reached >= HOLDOUT_FROM
            ? m.about({ count: holdoutSize({ holdout, target }, reached) })
            : m.tooFew({ least: HOLDOUT_FROM })}
        </p>
      ) : (
        <NativeSelect
          className={styles.short}
          label={m.why}
          name="holdout.off_reason"
          value={offReason ?? ''}
          error={faultWordAt(t, faults, 'holdout.off_reason')}
          data={[
            { value: '', label: m.chooseWhy },
            ...chosenReasons.map((reason) => ({ value: reason, label: m[reason] })),
          ]}
          onChange={(event) =>
            change({ offReason: chosenReasons.find((one) => one === event.currentTarget.value) ?? null })
          }
        />
      )}
      {share > 0 && repeats && repeatsId !== null && (
        <div className={styles.pair}>
          <span className={styles.quiet}>{m.same({ name: repeats.name || t.noName })}</span>
          <Button size="compact-sm" onClick={() => change({ repeatsId: null })}>
            {m.renew}
          </Button>
        </div>
      )}
    </>
  )
}
