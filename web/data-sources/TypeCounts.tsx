import { dataSources, dataSourceTypes } from '@ruam/contract/data-sources.ts'
import { useRead } from '../core/api.ts'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import { sourceList } from './import-text.ts'
import styles from './RunBar.module.css'

type SourceType = (typeof dataSourceTypes)[number]

interface TypeCountsProps {
  type: SourceType | undefined
  onType: (type: SourceType | undefined) => void
}

/** How many data sources there are of each kind; a click shows that kind alone. */
export function TypeCounts({ type, onType }: TypeCountsProps) {
  const t = useWords(sourceList)
  const format = useFormat()
  const { data } = useRead(dataSources.types, {})
  const totalOf = (one: SourceType) => data?.data.find((counted) => counted.type === one)?.total ?? 0
  const count = (total: number) => <b>{data ? format.formatNumber(total) : '–'}</b>
  return (
    <fieldset className={styles.choices} aria-label={t.types}>
      <button type="button" aria-pressed={type === undefined} onClick={() => onType(undefined)}>
        {t.allTypes} {count(data?.total ?? 0)}
      </button>
      {dataSourceTypes.map((one) => (
        <button key={one} type="button" aria-pressed={type === one} onClick={() => onType(one)}>
          {t[one]} {count(totalOf(one))}
        </button>
      ))}
    </fieldset>
  )
}
