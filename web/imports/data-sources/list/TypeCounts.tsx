import { dataSources, dataSourceTypes } from '@ruam/contract/imports/data-sources.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { sourceList } from './list-text.ts'

type SourceType = (typeof dataSourceTypes)[number]

interface TypeCountsProps {
  type: SourceType | undefined
  onType: (type: SourceType | undefined) => void
}

/** Counts by kind; a click filters. */
export function TypeCounts({ type, onType }: TypeCountsProps) {
  const t = useWords(sourceList)
  const format = useFormat()
  const { data } = useRead(dataSources.types, {})
  const totalOf = (one: SourceType) => data?.data.find((counted) => counted.type === one)?.total ?? 0
  const counted = (name: string, total: number) => (
    <>
      {name} <b>{data ? format.formatNumber(total) : '–'}</b>
    </>
  )
  return (
    <Pills
      label={t.types}
      choices={[
        { value: undefined, text: counted(t.allTypes, data?.total ?? 0) },
        ...dataSourceTypes.map((value) => ({ value, text: counted(t[value], totalOf(value)) })),
      ]}
      chosen={type}
      onChoose={onType}
    />
  )
}
