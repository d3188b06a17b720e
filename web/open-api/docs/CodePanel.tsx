import { answerText } from '@ruam/contract/open-api/example-answers.ts'
import { useId } from 'react'
import { useWords } from '../../data/text.ts'
import { Code } from './Code.tsx'
import styles from './CodePanel.module.css'
import { exampleRequest } from './example-request.ts'
import type { ExampleStore } from './example-store.ts'
import type { CodeLanguage } from './highlight.ts'
import { TryIt } from './TryIt.tsx'
import { text } from './text.ts'
import { useAnswers } from './use-answers.ts'
import { type ExampleLanguage, exampleLanguages, writeExample } from './write-example.ts'

/** Choices of the person, kept while they read on. The key is kept nowhere else. */
export interface PanelChoices {
  key: string
  language: ExampleLanguage
  dry: boolean
}

interface CodePanelProps {
  call: string
  store: ExampleStore
  /** True if the call takes the header of test runs. */
  mayRunDry: boolean
  reads: boolean
  choices: PanelChoices
  onChoose: (change: Partial<PanelChoices>) => void
}

const codeLanguages: Record<ExampleLanguage, CodeLanguage> = {
  ...{ curl: 'bash', JavaScript: 'javascript', PHP: 'php', Python: 'python' },
}

/** Examples of a call with the data of the store, and the call itself to try. */
export function CodePanel({ call, store, mayRunDry, reads, choices, onChoose }: CodePanelProps) {
  const t = useWords(text)
  const { language } = choices
  const note = useId()
  const dry = choices.dry && mayRunDry
  const code = writeExample(language, exampleRequest(call, store, { dry }))
  return (
    <aside className={styles.panel} aria-label={t.examples}>
      <label className={styles.key}>
        {t.key}
        <input
          placeholder="ruam_…"
          value={choices.key}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={note}
          onChange={({ currentTarget }) => onChoose({ key: currentTarget.value })}
        />
      </label>
      <p id={note} className={styles.note}>
        {t.keyNote}
      </p>
      <fieldset className={styles.languages} aria-label={t.examples}>
        {exampleLanguages.map((one) => (
          <button key={one} type="button" aria-pressed={one === language} onClick={() => onChoose({ language: one })}>
            {one}
          </button>
        ))}
      </fieldset>
      {mayRunDry && (
        <label className={styles.dry}>
          <input
            type="checkbox"
            checked={choices.dry}
            onChange={({ currentTarget }) => onChoose({ dry: currentTarget.checked })}
          />
          {t.dryRun}
        </label>
      )}
      <Code code={code} language={codeLanguages[language]} />
      <AnswerExample call={call} store={store} dry={dry} />
      <TryIt
        key={call}
        request={exampleRequest(call, store, { dry: mayRunDry })}
        mayTry={reads || mayRunDry}
        reads={reads}
        hasKey={choices.key.trim() !== ''}
      />
    </aside>
  )
}

/** The answer to an example, as a test has got it from a server. */
function AnswerExample({ call, store, dry }: { call: string; store: ExampleStore; dry: boolean }) {
  const t = useWords(text)
  const found = useAnswers()?.calls[call]
  const answer = (dry && found?.dry) || found
  if (!answer) return null
  const body = answerText(answer, store)
  return (
    <section className={styles.answer} aria-label={t.answerExample}>
      <p className={styles.status} data-ok="true">
        {t.answerExample} <strong>{answer.status}</strong> {body === undefined && t.noContent}
      </p>
      {body !== undefined && <Code code={body} language="javascript" copies={false} />}
    </section>
  )
}
