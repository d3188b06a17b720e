import { Button } from '@mantine/core'
import { watches } from '@ruam/contract/watches/watches.ts'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import type { RecordForm } from '../ui/use-record-form.ts'
import { placeText } from './place-text.ts'
import styles from './WatchForm.module.css'
import { watchEditText } from './watch-edit-text.ts'
import { lackedOf, placeOf, secretsOf, type WatchValues } from './watch-values.ts'

interface PlaceTrialProps {
  form: RecordForm<WatchValues>['form']
  /** Watch whose stored secret is used unless one was typed; undefined for a new one. */
  watchId: number | undefined
}

/** Tries the place, and names the newest files. Shows the host key of a server, which the save pins. */
export function PlaceTrial({ form, watchId }: PlaceTrialProps) {
  const t = useWords(watchEditText)
  const p = useWords(placeText)
  const { values } = form
  const mayTest = { create: useMayCall(watches.test), change: useMayCall(watches.testChange) }
  const test = useWrite(watches.test, { quiet: true })
  const testChange = useWrite(watches.testChange, { quiet: true })
  if (!(watchId === undefined ? mayTest.create : mayTest.change)) return null
  const { data, error, isPending } = watchId === undefined ? test : testChange
  const run = () => {
    const body = { ...placeOf(values), ...secretsOf(values) }
    const onSuccess = ({ hostKey }: { hostKey: string | null }) => {
      if (hostKey !== null) form.setFieldValue('hostKey', hostKey)
    }
    if (watchId === undefined) test.mutate({ body }, { onSuccess })
    else testChange.mutate({ params: { id: watchId }, body }, { onSuccess })
  }
  const names = data?.files.map(({ name }) => name).join(', ') ?? ''
  return (
    <div className={styles.trial}>
      <Button loading={isPending} disabled={lackedOf(values).length > 0} onClick={run}>
        {p[`try_${values.kind}`]}
      </Button>
      <FormNote message={error?.message} />
      {data && !error && <p role="status">{data.total > 0 ? t.found({ count: data.total, names }) : t.foundNone}</p>}
    </div>
  )
}
