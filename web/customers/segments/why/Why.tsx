import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import { text } from './text.ts'
import type { useWhy } from './use-why.ts'
import styles from './Why.module.css'
import { type WhyAnswer, WhyTree } from './WhyTree.tsx'

/** Number of conditions if all must match; undefined for other rules. */
function allOf({ items, condition, not }: WhyAnswer['tree']): number | undefined {
  if (!items) return 1
  if (not || (condition === 'or' && items.length > 1)) return undefined
  return items.reduce<number | undefined>((sum, one) => {
    const inner = allOf(one)
    return sum === undefined || inner === undefined ? undefined : sum + inner
  }, 0)
}

/** One line: in the segment or not, and by what. */
export function Verdict({ why }: { why: WhyAnswer | undefined }) {
  const t = useWords(text)
  if (!why) return <p className={styles.verdict}>…</p>
  const { member, pin, source, tree } = why
  const all = source === 'rule' && tree.holds ? (allOf(tree) ?? 0) : 0
  const said = pin
    ? pin.value
      ? t.inByPin
      : t.outByPin
    : member
      ? all > 1
        ? t.inByAll({ count: all })
        : t.in
      : t.out
  return (
    <p className={styles.verdict} data-member={member}>
      {said}
    </p>
  )
}

/** Each part of the rule, ticked or crossed with the value it saw. */
export function WhyBody({ read }: { read: ReturnType<typeof useWhy> }) {
  const t = useWords(text)
  const format = useFormat()
  const options = useRuleOptions()
  const why = read.data
  if (!why) {
    if (read.error) return <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
    return <Bones />
  }
  return (
    <div className={styles.why} aria-busy={read.isFetching}>
      {why.since && !why.pin && <p className={styles.since}>{t.since({ when: format.dateTime(why.since) })}</p>}
      <Pinned why={why} />
      <ul className={styles.tree}>
        <WhyTree node={why.tree} options={options} />
      </ul>
      {why.leavesOn && (
        <FormNote kind="info" message={t.leavesOn({ when: format.date(why.leavesOn).replaceAll(' ', '\u00a0') })} />
      )}
    </div>
  )
}

/** Reasons other than the rule. */
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
