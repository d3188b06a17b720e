import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useCopy } from '../use-copy.ts'
import styles from './Code.module.css'
import { type CodeLanguage, highlighted } from './highlight.ts'
import { text } from './text.ts'

interface CodeProps {
  code: string
  language: CodeLanguage
  copies?: boolean
  /** Long lines are broken: inside of a table they would widen it. */
  wraps?: boolean
}

/** A piece of code that can be copied. It is shown plain until the highlighter has come. */
export function Code({ code, language, copies = true, wraps = false }: CodeProps) {
  const t = useWords(text)
  const copy = useCopy()
  const shown = useRef<HTMLPreElement>(null)
  const [html, setHtml] = useState<{ code: string; html: string }>()
  useEffect(() => {
    let isShown = true
    // Without a connection it stays plain.
    highlighted(code, language).then(
      (marked) => isShown && setHtml({ code, html: marked }),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [code, language])
  return (
    <div className={styles.code} data-code={language} data-wraps={wraps || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre ref={shown} tabIndex={0}>
        {html?.code === code ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes the code
          <code dangerouslySetInnerHTML={{ __html: html.html }} />
        ) : (
          <code>{code}</code>
        )}
      </pre>
      {copies && (
        <button type="button" className={styles.copy} onClick={() => void copy(code, shown.current)}>
          {t.copy}
        </button>
      )}
    </div>
  )
}
