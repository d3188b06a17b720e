import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Code } from './Code.tsx'
import styles from './CodePanel.module.css'
import type { ExampleRequest } from './example-request.ts'
import { text } from './text.ts'

interface Tried {
  ok: boolean
  status: string
  note: string
  body: string
}

interface TryItProps {
  request: ExampleRequest
  /** False for a call that changes something and has no test run. */
  mayTry: boolean
  reads: boolean
  hasKey: boolean
}

/** Sends the example from this page and shows the answer. Calls that change something are sent as test runs. */
export function TryIt({ request, mayTry, reads, hasKey }: TryItProps) {
  const t = useWords(text)
  const c = useWords(common)
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const began = performance.now()
    try {
      const answer = await fetch(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      })
      const ms = Math.round(performance.now() - began)
      const body = await answer.text()
      setTried({
        ok: answer.ok,
        status: `${answer.status} ${answer.statusText}`.trim(),
        note: noteOf(answer.headers, ms),
        body: pretty(body),
      })
    } catch {
      setTried({ ok: false, status: c.network, note: '', body: '' })
    } finally {
      setBusy(false)
    }
  }
  const noteOf = (headers: Headers, ms: number) => {
    const left = /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
    const quota = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]
    return left && quota ? t.left({ ms, left: Number(left), quota: Number(quota) }) : t.took({ ms })
  }
  if (!mayTry) return <p className={styles.note}>{t.notTried}</p>
  return (
    <div className={styles.tryIt}>
      <div className={styles.row}>
        <button type="button" className={styles.try} disabled={!hasKey || busy} onClick={() => void send()}>
          <IconPlayerPlay size={16} stroke={1.6} />
          {t.tryIt}
        </button>
        <span className={styles.note}>{hasKey ? (reads ? t.tryRead : t.tryDry) : t.tryNeedsKey}</span>
      </div>
      <div aria-live="polite" aria-busy={busy}>
        {tried && (
          <>
            <p className={styles.status} data-ok={tried.ok}>
              <strong>{tried.status}</strong> {tried.note}
            </p>
            {tried.body && <Code code={tried.body} language="javascript" copies={false} />}
          </>
        )}
      </div>
    </div>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
