import { useWords } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'
import { text } from './text.ts'

/** Copies a text that an element shows. Without a secure context there is no clipboard: the text is selected instead. */
export function useCopy() {
  const t = useWords(text)
  return async (content: string, shown: Element | null) => {
    if (shown) getSelection()?.selectAllChildren(shown)
    await navigator.clipboard?.writeText(content).then(
      () => alerts.success(t.copied),
      () => undefined,
    )
  }
}
