import { labelColor } from '../../core/label-color.ts'
import { useWords } from '../../core/text.ts'
import { LabelChips } from '../../profiles/LabelChips.tsx'
import { useLabels } from '../../segments/use-labels.ts'
import { recordText } from '../record-text.ts'

/** Labels by their ids; how many, for people who may not read labels. */
export function RecordLabels({ ids }: { ids: readonly number[] }) {
  const t = useWords(recordText)
  const { data } = useLabels()
  const known = data?.data.filter(({ id }) => ids.includes(id)) ?? []
  const rest = ids.length - known.length
  return (
    <>
      <LabelChips labels={known.map((label) => ({ ...label, color: labelColor(label.color) }))} />
      {rest > 0 && ` ${t.labelCount({ count: rest })}`}
    </>
  )
}
