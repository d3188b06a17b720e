import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { useState } from 'react'
import { download, type Sending } from '../../data/api.ts'
import { formatBytes } from '../../data/format-size.ts'
import { type Arrived, isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { importing } from './import-text.ts'

/** Milliseconds between two words of how far a file is, the first one too: most are there sooner. */
const SAY_MS = 1000

let started = 0

/** Fetches a file of a data source for the person; an alert says how far it is when it takes its time, and what goes wrong. */
export function useDownload<E extends Endpoint & { download: true }>(endpoint: E) {
  const t = useWords(importing)
  const [busy, setBusy] = useState(false)
  const start = async (sent: Sending<E>) => {
    const id = `download-${++started}`
    let [said, last] = [false, performance.now()]
    const say = ({ bytes, total }: Arrived) => {
      if (performance.now() - last < SAY_MS) return
      ;[said, last] = [true, performance.now()]
      const done = formatBytes(bytes)
      const size = total === null ? done : t.bytesOf({ done, total: formatBytes(total) })
      alerts.download(t.downloading({ size }), { id, autoClose: false })
    }
    setBusy(true)
    try {
      await download(endpoint, sent, say)
      if (said) alerts.success(t.downloaded, { id })
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.name !== 'canceled') alerts.error(error.message, { id, title: t.fileFailed })
    } finally {
      setBusy(false)
    }
  }
  return { start: (sent: Sending<E>) => void start(sent), busy }
}
