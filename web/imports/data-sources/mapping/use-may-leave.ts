import { useState } from 'react'
import type { Leaving } from './LeaveDialog.tsx'
import { type LeftColumn, leftColumnsOf } from './left-columns.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import type { Draft } from './mapping-draft.ts'
import type { TargetFields } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

/** Names of columns that are listed. */
const MOST_NAMES = 20

interface Asked {
  left: LeftColumn[]
  notes: string[]
  onAnswer: (answer: Leaving) => void
}

/**
 * Asks before the step is left about columns that hold something of customers and are left out, and about those that wait for an answer.
 * Skips columns that already waited when the mapping was last saved.
 */
export function useMayLeave(mapping: MappingAnswer, draft: Draft, fields: TargetFields, waiting: ReadonlySet<string>) {
  const m = useStepWords(mappingText)
  const [asked, setAsked] = useState<Asked>()
  const known = new Set(mapping.unanswered)

  function mayLeave(): Promise<{ answer: Leaving; left: LeftColumn[] }> {
    const left = leftColumnsOf(mapping, draft, fields).filter(({ id }) => !known.has(id))
    const open = [...waiting].filter((id) => !known.has(id))
    if (open.length === 0 && left.length === 0) return Promise.resolve({ answer: 'on', left })
    const listed = new Set(left.map(({ id }) => id))
    const columns = mapping.sourceSchema.filter(({ id }) => waiting.has(id) && !listed.has(id))
    const isMapped = ({ id }: { id: string }) => (draft.rows[id]?.targets.length ?? 0) > 0
    const sentenceOf = (some: typeof columns, write: (some: { count: number; names: string }) => string) => {
      if (some.length === 0) return []
      const names = some.slice(0, MOST_NAMES).map(({ name }) => name)
      return [write({ count: some.length, names: `${names.join(', ')}${some.length > MOST_NAMES ? ', …' : ''}` })]
    }
    const notes = [
      ...sentenceOf(
        columns.filter((column) => !isMapped(column)),
        m.notImported,
      ),
      ...sentenceOf(columns.filter(isMapped), m.importedUnseen),
    ]
    return new Promise((resolve) => {
      setAsked({
        left,
        notes,
        onAnswer(answer) {
          setAsked(undefined)
          resolve({ answer, left })
        },
      })
    })
  }
  return { mayLeave, leaving: asked }
}
