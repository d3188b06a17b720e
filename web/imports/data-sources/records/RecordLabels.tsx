import { useLabels } from '../../../customers/labels/use-labels.ts'
import { LabelChips } from '../../../customers/profiles/LabelChips.tsx'
import { useWords } from '../../../data/text.ts'
import { labelColor } from '../../../ui/label-color.ts'
import { recordText } from '../record-text.ts'

/** Labels by their ids; how many, for people who may not read labels. `fresh`: names of those that are still to be made. */
export function RecordLabels({ ids, fresh = [] }: { ids: readonly number[]; fresh?: readonly string[] }) {
  const t = useWords(recordText)
  const { data } = useLabels()
  const known = data?.data.filter(({ id }) => ids.includes(id)) ?? []
  const rest = ids.length - known.length
  const there = known.map((label) => ({ ...label, color: labelColor(label.color) }))
  const made = fresh.map((name, place) => ({
    id: -1 - place,
    name: t.newLabel({ name }),
    color: labelColor('gray'),
    type: 'general' as const,
  }))
  return (
    <>
      <LabelChips labels={[...there, ...made]} />
      {rest > 0 && ` ${t.labelCount({ count: rest })}`}
    </>
  )
}
