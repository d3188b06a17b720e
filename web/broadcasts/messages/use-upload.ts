import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { useState } from 'react'
import { type Got, upload } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'

/** Uploads chosen files at once, and shows how far they are or why they were refused. */
export function useUpload() {
  /** Share that has been sent; null if nothing is being uploaded. */
  const [progress, setProgress] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string>()

  /** Returns the answer, or undefined if the file was refused. */
  async function send<E extends Endpoint>(endpoint: E, file: File): Promise<Got<E> | undefined> {
    setProgress(0)
    setRefusal(undefined)
    try {
      return await upload(endpoint, file, { onProgress: setProgress })
    } catch (caught) {
      if (!isApiError(caught)) throw caught
      setRefusal(caught.message)
      return undefined
    } finally {
      setProgress(null)
    }
  }
  return { progress, busy: progress !== null, refusal, send }
}
