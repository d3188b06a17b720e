import { answerText, type ExampleAnswers } from '@ruam/contract/open-api/example-answers.ts'
import { useLocation } from '@tanstack/react-router'
import { useWords } from '../../data/text.ts'
import { Fold } from '../../ui/Fold.tsx'
import { Code } from './Code.tsx'
import type { ExampleStore } from './example-store.ts'
import { text } from './text.ts'

interface ExampleProps<Shown> {
  name: string
  store: ExampleStore
  /** Undefined until it is loaded, and for an error without an example. */
  shown: Shown | undefined
}

/** An answer with an error, as a test has got it from a server. */
export function ErrorExample({ name, store, shown }: ExampleProps<ExampleAnswers['errors'][string]>) {
  const t = useWords(text)
  if (!shown) return null
  return <Example name={name} label={t.answerExample} hint={shown.call} codes={[answerText(shown, store)]} />
}

/** An item with an error, and its result. */
export function ItemExample({ name, store, shown }: ExampleProps<ExampleAnswers['items'][string]>) {
  const t = useWords(text)
  if (!shown) return null
  const codes = [shown.item, shown.result].map((body) => answerText({ status: 200, body }, store))
  return <Example name={name} label={t.itemExample} codes={codes} />
}

interface FoldedProps {
  name: string
  label: string
  hint?: string
  codes: readonly (string | undefined)[]
}

/** It is open if the address names the error. */
function Example({ name, label, hint, codes }: FoldedProps) {
  const isTarget = useLocation().hash === name
  return (
    <Fold key={String(isTarget)} label={label} hint={hint} open={isTarget}>
      {codes.map((code) => code && <Code key={code} code={code} language="javascript" copies={false} wraps />)}
    </Fold>
  )
}
