import { MAX_FILE_BYTES } from '@ruam/contract/constants.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { type FileSettings, files } from '@ruam/contract/files.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Got, upload } from '../core/api.ts'
import { formatBytes } from '../core/format.ts'
import { type ApiError, isApiError } from '../core/request.ts'
import { wordsNow } from '../core/text.ts'
import { wizard } from './wizard-text.ts'

export type Delimiter = FileSettings['delimiter']
export type UploadedFile = Got<typeof files.import>
/** What the server has read of a file: its settings, columns and first rows. */
export type FileHead = Got<typeof dataSources.validate>

/** Why a file is refused: what the server said, or a sentence of the page's own. */
export type Refusal = Pick<ApiError, 'message' | 'code'>

/** The file of the import step (spec section 4): it is good once the server has validated it. */
export type UploadState =
  | { step: 'empty'; refusal?: Refusal }
  | { step: 'uploading'; name: string; size: number; share: number }
  | { step: 'reading'; file: UploadedFile; delimiter?: Delimiter }
  | { step: 'refused'; file: UploadedFile; delimiter?: Delimiter; refusal: Refusal }
  | { step: 'ready'; file: UploadedFile; head: FileHead }

/** Uploads a file and has the server read its head. A newer file, or a newer delimiter, gives up the older. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ step: 'empty' })
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])

  const begin = useCallback(() => {
    work.current?.abort()
    work.current = new AbortController()
    return work.current.signal
  }, [])

  const read = useCallback(
    async (file: UploadedFile, delimiter?: Delimiter) => {
      const signal = begin()
      setState({ step: 'reading', file, delimiter })
      try {
        const body = { fileId: file.fileId, fileType: file.fileType, settings: delimiter && { delimiter } }
        const head = await call(dataSources.validate, { body }, { signal })
        if (!signal.aborted) setState({ step: 'ready', file, head })
      } catch (error) {
        if (signal.aborted || !isApiError(error)) return
        setState({ step: 'refused', file, delimiter, refusal: error })
      }
    },
    [begin],
  )

  const take = useCallback(
    async (chosen: File) => {
      const signal = begin()
      if (chosen.size > MAX_FILE_BYTES) {
        const message = wordsNow(wizard).fileTooLarge({ limit: formatBytes(MAX_FILE_BYTES) })
        setState({ step: 'empty', refusal: { message, code: 0 } })
        return
      }
      const { name, size } = chosen
      setState({ step: 'uploading', name, size, share: 0 })
      try {
        const onProgress = (share: number) => setState({ step: 'uploading', name, size, share })
        await read(await upload(files.import, chosen, { signal, onProgress }))
      } catch (error) {
        if (signal.aborted || !isApiError(error)) return
        setState({ step: 'empty', refusal: error })
      }
    },
    [begin, read],
  )

  /** Gives up what is under way, and the file with it. */
  const cancel = useCallback(() => {
    work.current?.abort()
    setState({ step: 'empty' })
  }, [])

  return { state, take, read, cancel }
}
