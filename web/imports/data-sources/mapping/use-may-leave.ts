import { useConfirm } from '../../../ui/confirm.tsx'
import type { MappingAnswer } from './mapping-answer.ts'
import type { Draft } from './mapping-draft.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

/** Names of columns that are listed. */
const MOST_NAMES = 20

/**
 * Asks about columns that wait for an answer before the step is left. Returns whether to continue. Skips columns that already
 * waited when the mapping was last saved.
 */
export function useMayLeave(
  mapping: MappingAnswer,
  draft: Draft,
  waiting: ReadonlySet<string>,
): () => Promise<boolean> {
  const m = useStepWords(mappingText)
  const confirm = useConfirm()
  return async () => {
    if ([...waiting].every((id) => mapping.unanswered.includes(id))) return true
    const columns = mapping.sourceSchema.filter(({ id }) => waiting.has(id))
    const isMapped = ({ id }: { id: string }) => (draft.rows[id]?.targets.length ?? 0) > 0
    const sentenceOf = (some: typeof columns, write: (some: { count: number; names: string }) => string) => {
      if (some.length === 0) return []
      const names = some.slice(0, MOST_NAMES).map(({ name }) => name)
      return [write({ count: some.length, names: `${names.join(', ')}${some.length > MOST_NAMES ? ', …' : ''}` })]
    }
    const left = sentenceOf(
      columns.filter((column) => !isMapped(column)),
      m.notImported,
    )
    const text = [...left, ...sentenceOf(columns.filter(isMapped), m.importedUnseen)].join('\n')
    return confirm({ title: m.leaveTitle, text, yes: m.leaveOn, no: m.leaveBack })
  }
}
