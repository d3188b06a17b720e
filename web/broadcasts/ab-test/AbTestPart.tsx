import { NativeSelect, Switch } from '@mantine/core'
import { trialHours, trialShares } from '@ruam/contract/broadcasts/ab-test.ts'
import { hasCountedLinks } from '@ruam/contract/broadcasts/ab-test-faults.ts'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { abText } from '../ab-text.ts'
import composer from '../Composer.module.css'
import { writtenParts } from '../faults.ts'
import type { Draft } from '../use-draft.ts'
import { CLEAR_FROM, trialSizes } from './arms.ts'

/** Percent of the recipients for each text. */
const SHARES = [10, 20, 30, 40]
const HOURS = [1, 2, 4, 12, 24, 48, 72]

interface AbTestPartProps {
  draft: Draft
  /** People who are sent to. */
  people: number
  faults: readonly Fault[]
  onChange: (parts: Partial<Draft>) => void
}

/** The test of a second text: its share, when the better one is chosen, and what happens at a tie. */
export function AbTestPart({ draft, people, faults, onChange }: AbTestPartProps) {
  const t = useWords(abText)
  const confirm = useConfirm()
  const { abTest, messages } = draft
  const sizes = trialSizes(people, abTest?.share)
  const numbers = { each: formatNumber(sizes.each), rest: formatNumber(sizes.rest) }
  const hours = abTest?.hours ?? trialHours.usual
  const when = (count: number) => (count === 24 ? t.nextDay : t.afterHours({ count }))
  const plan = abTest?.decide === 'by_hand' ? t.planByHand(numbers) : t.plan({ ...numbers, when: when(hours) })
  const change = (parts: Partial<NonNullable<Draft['abTest']>>) => onChange({ abTest: { ...abTest!, ...parts } })
  const mayCompare = hasCountedLinks(writtenParts(draft))

  async function turn(on: boolean) {
    if (!on) {
      const isOwn = abTest!.messages.length > 0 && JSON.stringify(abTest!.messages) !== JSON.stringify(messages)
      const question = { title: t.part, text: t.notEmpty, yes: t.turnOff, no: t.keep }
      if (!isOwn || (await confirm(question))) onChange({ abTest: null })
      return
    }
    onChange({
      abTest: {
        messages: structuredClone(messages) as Draft['messages'],
        share: trialShares.usual,
        decide: 'after',
        hours: trialHours.usual,
        tie: 'half',
      },
    })
  }

  return (
    <>
      <Switch
        size="sm"
        label={t.part}
        description={people > 0 ? plan : undefined}
        checked={abTest !== null}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      {abTest && (
        <>
          {people > 0 && sizes.each < CLEAR_FROM && <p className={composer.quiet}>{t.few({ least: CLEAR_FROM })}</p>}
          <div className={composer.pair}>
            <NativeSelect
              label={t.share}
              value={abTest.share}
              data={withOwn(SHARES, abTest.share).map((one) => ({ value: String(one), label: `${one}%` }))}
              onChange={(event) => change({ share: Number(event.currentTarget.value) })}
            />
            <NativeSelect
              label={t.decide}
              name="ab_test.decide"
              value={abTest.decide === 'by_hand' ? 'by_hand' : abTest.hours}
              error={abTest.decide === 'after' && !mayCompare && faults.some(({ path }) => path === 'ab_test.decide')}
              data={[
                ...withOwn(HOURS, abTest.hours).map((count) => ({ value: String(count), label: when(count) })),
                { value: 'by_hand', label: t.byHand },
              ]}
              onChange={({ currentTarget: { value } }) =>
                change(value === 'by_hand' ? { decide: 'by_hand' } : { decide: 'after', hours: Number(value) })
              }
            />
            {abTest.decide === 'after' && (
              <NativeSelect
                label={t.tie}
                value={abTest.tie}
                data={[
                  { value: 'half', label: t.half },
                  { value: 'by_hand', label: t.byHand },
                ]}
                onChange={({ currentTarget: { value } }) => change({ tie: value === 'half' ? 'half' : 'by_hand' })}
              />
            )}
          </div>
          {abTest.decide === 'after' && !mayCompare && (
            <p className={composer.warning} role="status">
              {t.noLinks}
            </p>
          )}
        </>
      )}
    </>
  )
}

/** Adds a number that another program chose. */
const withOwn = (numbers: readonly number[], own: number) =>
  numbers.includes(own) ? numbers : [own, ...numbers].sort((one, other) => one - other)
