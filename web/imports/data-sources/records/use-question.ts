import { usePreferences } from '../../../data/preferences.ts'
import { useWords } from '../../../data/text.ts'
import type { RunDetail } from '../use-source.ts'
import { listed } from './in-sentence.ts'
import { evidenceWords, questions } from './question-text.ts'
import type { Legend } from './record-view.ts'
import { useConflictText } from './use-conflict-text.ts'

export type Question = RunDetail['heldGroups'][number]
type Evidence = Question['agrees'][number] | 'title'

/** Doubts that are no more than a value that differs, in the order of a sentence. */
const plain: readonly Evidence[] = ['given_name', 'surname', 'birth_date', 'title', 'own_id', 'email', 'phone']
const isPlain = (doubt: string) => plain.some((one) => one === doubt)

/** Says in a sentence what differs and what agrees in the rows of a question. */
export function useQuestion(legend: Legend) {
  const t = useWords(questions)
  const e = useWords(evidenceWords)
  const { language } = usePreferences()
  const { fieldName, fieldValue } = useConflictText(legend)
  const list = (evidence: readonly Evidence[]) =>
    listed(
      evidence.map((one) => e[one]),
      language,
    )
  return {
    title({ doubt, differs, agrees, oneByOne, fieldId, value }: Question): string {
      const field = fieldName(fieldId)
      if (oneByOne) return t.one_by_one({ field })
      if (isPlain(doubt) && differs.length > 0)
        return t.patterned({
          same: listed([field, ...agrees.map((one) => e[one])], language),
          differs: list(plain.filter((one) => differs.includes(one))),
        })
      const title = t[doubt]({ field, value: value === null ? '' : fieldValue(fieldId, value) }).trim()
      return agrees.length === 0 ? title : `${title} · ${t.alsoSame({ what: list(agrees) })}`
    },
    hint({ doubt, differs, oneByOne }: Question): string {
      if (oneByOne) return t.one_by_one_hint
      // Another given name tells more than the doubts before it.
      return t[`${isPlain(doubt) && differs.includes('given_name') ? 'given_name' : doubt}_hint`]
    },
  }
}
