import { Switch } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useMayCall } from '../../../ui/may.ts'
import { importing } from '../import-text.ts'
import styles from './DataSourceList.module.css'
import { sourceList } from './list-text.ts'
import type { SourceRow } from './source-row.ts'

/** Switch to enable a data source. Turns at once, and back if refused. */
export function EnableSwitch({ source }: { source: SourceRow }) {
  const t = useWords(importing)
  const l = useWords(sourceList)
  const mayEdit = useMayCall(dataSources.setEnabled)
  const write = useWrite(dataSources.setEnabled, { quiet: true })
  const shown = write.isPending ? write.variables.body.value : source.enabled
  const turn = async (value: boolean) => {
    try {
      await write.mutateAsync({ params: { id: source.id }, body: { value } })
    } catch (error) {
      if (isApiError(error)) alerts.error(error.message, { title: t.stateFailed })
    }
  }
  // A program is ended on its own page.
  if (source.origin === 'program') return null
  // A switch that can't be turned is hard to read.
  if (!mayEdit) return <span className={styles.word}>{source.enabled ? l.enabled : l.disabled}</span>
  return (
    <span className={styles.enabled}>
      <Switch
        size="xs"
        classNames={{ track: shown ? undefined : styles.off }}
        aria-label={l.enable({ name: source.name })}
        checked={shown}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
    </span>
  )
}
