import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { type LinkTarget, RouteLink } from '../../../ui/route.tsx'
import { mayShow, stageTarget } from '../stages.ts'
import styles from './DataSourceList.module.css'
import { sourceList } from './list-text.ts'
import type { SourceRow } from './source-row.ts'

/** Rows of the last import that wait for an answer, as a link to exactly those. */
export function PendingRows({ source: { id, name, status, stats } }: { source: SourceRow }) {
  const t = useWords(sourceList)
  const format = useFormat()
  const mayImport = useMayOpen('data-source-import')
  if (stats.held === 0) return format.formatNumber(0)
  const target: LinkTarget =
    mayImport && mayShow('pipeline', status)
      ? { ...stageTarget('pipeline', id), search: { id, status: 'held' } }
      : { to: 'data-source-v2-list-output', params: { dataSourceId: id }, search: { status: 'held' }, hash: 'records' }
  return (
    <RouteLink {...target} className={`${styles.held} ruam-thumb`} aria-label={t.seeHeld({ count: stats.held, name })}>
      {format.formatNumber(stats.held)}
    </RouteLink>
  )
}
