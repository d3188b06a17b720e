import type { Endpoint } from '@ruam/contract/endpoint.ts'
import { useState } from 'react'
import { alerts } from '../core/alerts.ts'
import { download, type Sending } from '../core/api.ts'
import { isApiError } from '../core/request.ts'
import { useWords } from '../core/text.ts'
import { importing } from './import-text.ts'

/** Fetches a file of a data source for the person; an alert says what goes wrong. */
export function useDownload<E extends Endpoint & { download: true }>(endpoint: E) {
  const t = useWords(importing)
  const [busy, setBusy] = useState(false)
  const start = async (sent: Sending<E>) => {
    setBusy(true)
    try {
      await download(endpoint, sent)
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.name !== 'canceled') alerts.error(error.message, { title: t.fileFailed })
    } finally {
      setBusy(false)
    }
  }
  return { start: (sent: Sending<E>) => void start(sent), busy }
}
