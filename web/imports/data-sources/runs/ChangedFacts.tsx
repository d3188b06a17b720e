import type { importRun } from '@ruam/contract/imports/run.ts'
import type { Got } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { leftText } from '../left-text.ts'
import styles from './CameIn.module.css'

type Changes = Got<typeof importRun.changes>

/** Fields and segments that are named; of the others the number stands. */
const NAMED = 4

/** Values that a run changed, by field. */
export function ChangedValues({ values }: { values: NonNullable<Changes['values']> }) {
  const t = useWords(leftText)
  const format = useFormat()
  const more = values.length - NAMED
  const said = values.slice(0, NAMED).map(({ name, count }) => `${name} ${format.formatNumber(count)}`)
  return (
    <span title={values.map(({ name, count }) => `${name} ${format.formatNumber(count)}`).join('\n')}>
      {[...said, ...(more > 0 ? [t.moreFields({ count: more })] : [])].join(' · ')}
    </span>
  )
}

/** Segments that customers of a run joined and left. */
export function ChangedSegments({ segments: { pending, data } }: { segments: NonNullable<Changes['segments']> }) {
  const t = useWords(leftText)
  const format = useFormat()
  if (pending) return t.calculating
  const more = data.length - NAMED
  return (
    <ul className={styles.moves}>
      {data.slice(0, NAMED).map(({ id, name, joined, left }) => (
        <li key={id}>
          <RouteLink to="segmentation-detail" params={{ labelId: id }}>
            {name}
          </RouteLink>
          {joined > 0 && <b title={t.joined}>+{format.formatNumber(joined)}</b>}
          {left > 0 && <b title={t.leftSegment}>−{format.formatNumber(left)}</b>}
        </li>
      ))}
      {more > 0 && <li>{t.moreSegments({ count: more })}</li>}
    </ul>
  )
}
