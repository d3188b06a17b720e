import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { TimeInput } from '../../../ui/TimeInput.tsx'
import { FieldDate } from '../FieldDate.tsx'
import { dateExample } from '../FieldInput.tsx'
import styles from './Log.module.css'
import { log } from './log-text.ts'
import type { Moment } from './use-moment.ts'

/** When an activity was. */
export function ActivityMoment({ moment, error }: { moment: Moment; error: string | undefined }) {
  const t = useWords(log)
  const { era } = useFormat()
  return (
    <div className={styles.moment}>
      <FieldDate
        label={t.date}
        value={moment.date}
        placeholder={dateExample(era)}
        error={error}
        onChange={(date) => moment.change({ date })}
      />
      <TimeInput label={t.time} value={moment.time} onChange={(time) => moment.change({ time })} />
    </div>
  )
}
