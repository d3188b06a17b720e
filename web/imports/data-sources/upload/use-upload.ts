import { type FileSettings, files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { MAX_FILE_BYTES } from '@ruam/contract/platform/constants.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Got, upload } from '../../../data/api.ts'
import type { Camel } from '../../../data/camel.ts'
import { formatBytes } from '../../../data/format-size.ts'
import { type ApiError, isApiError } from '../../../data/request.ts'
import { wordsNow } from '../../../data/text.ts'
import { importing } from '../import-text.ts'

export type ReadingSettings = Camel<FileSettings>
type UploadedFile = Got<typeof files.import>
/** Read head of a file: settings, columns, first rows. */
export type FileHead = Got<typeof dataSources.validate>

/** Why a file is refused: what the server said, or a sentence of the page's own. */
export type Refusal = Pick<ApiError, 'message' | 'code'> & Partial<Pick<ApiError, 'name' | 'details'>>

/** An uploaded file and how it is to be read. */
export interface FileReading {
  file: UploadedFile
  /** Reading options chosen by the person; others are detected. */
  asked: Partial<ReadingSettings>
}

/** The file of the import step (spec section 4): it is good once the server has validated it. */
type UploadState =
  | { step: 'empty'; refusal?: Refusal }
  | { step: 'uploading'; name: string; size: number; share: number }
  /** `head`: what was read before, until the new answer is there. */
  | ({ step: 'reading'; head?: FileHead } & FileReading)
  /** `head`: the rows as they stand, when another of them may be the header. */
  | ({ step: 'refused'; head?: FileHead; sheets?: FileHead['sheets']; refusal: Refusal } & FileReading)
  | ({ step: 'ready'; head: FileHead } & FileReading)

/** The states in which the file is on the server. */
export type ReadState = Extract<UploadState, { file: UploadedFile }>

/** The settings that are shown as chosen: those asked for, else those the file was read with. */
export const readingSettingsOf = ({ file, head, asked }: ReadState): ReadingSettings => ({
  ...file.settings,
  ...head?.settings,
  ...asked,
})

/** The sheets that can be chosen. */
export const sheetsOfState = (state: ReadState): FileHead['sheets'] =>
  (state.step === 'refused' ? state.sheets : state.head?.sheets) ?? []

/** True if the person must choose the header row, because the first one looks like data. */
export const needsHeaderChoice = ({ head, asked }: ReadState): boolean =>
  head?.headerUnsure === true && asked.headerRow === undefined

/** The head of a file of which nothing is left to ask. */
export const sureHead = (state: UploadState): FileHead | undefined =>
  state.step === 'ready' && !needsHeaderChoice(state) ? state.head : undefined

/** The file and how it is read, as calls take it. */
export const fileBody = ({ fileId, fileType, settings }: FileHead) => ({ fileId, fileType, settings })

/** The sheets that a refused workbook has all the same. */
const sheetsOf = ({ details }: ApiError) => details.sheets as FileHead['sheets'] | undefined

const validate = (file: UploadedFile, settings: Partial<ReadingSettings>, signal: AbortSignal) =>
  call(dataSources.validate, { body: { fileId: file.fileId, fileType: file.fileType, settings } }, { signal })

/**
 * Uploads a file and has the server read its head. A newer file, or other settings, give up what is under way.
 * `stored`: the file to begin with, which is on the server already.
 */
export function useUpload(stored?: FileReading) {
  const [state, setState] = useState<UploadState>(stored ? { ...stored, step: 'reading' } : { step: 'empty' })
  const work = useRef<AbortController>(undefined)

  const begin = useCallback(() => {
    work.current?.abort()
    work.current = new AbortController()
    return work.current.signal
  }, [])

  const read = useCallback(
    async (file: UploadedFile, asked: Partial<ReadingSettings> = {}, before?: FileHead) => {
      const signal = begin()
      setState({ step: 'reading', file, asked, head: before })
      try {
        const head = await validate(file, asked, signal)
        if (!signal.aborted) setState({ step: 'ready', file, asked, head })
      } catch (error) {
        if (signal.aborted || !isApiError(error)) return
        // The server deletes unused files after a while.
        if (error.name === 'not_found') return setState({ step: 'empty', refusal: error })
        const ofHeader = isApiError(error, 'duplicate_column_header', 'empty_column_header', 'no_table')
        // Read without a header nothing of it can be wrong: its rows show which other one it may be.
        const raw = { ...asked, headerRow: 0 }
        const head = ofHeader ? await validate(file, raw, signal).catch(() => undefined) : undefined
        if (signal.aborted) return
        setState({ step: 'refused', file, asked, head, sheets: sheetsOf(error) ?? before?.sheets, refusal: error })
      }
    },
    [begin],
  )

  const take = useCallback(
    async (chosen: File) => {
      const signal = begin()
      if (chosen.size > MAX_FILE_BYTES) {
        const message = wordsNow(importing).fileTooLarge({ limit: formatBytes(MAX_FILE_BYTES) })
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

  /** Reads the uploaded file in another way. */
  const change = useCallback(
    (wish: Partial<ReadingSettings>) => {
      if (!('file' in state)) return
      // The header of one sheet says nothing of the next.
      const kept =
        wish.sheet === undefined ? state.asked : { ...state.asked, headerRow: undefined, moreSheets: undefined }
      void read(state.file, { ...kept, ...wish }, state.head)
    },
    [read, state],
  )

  /** Gives up what is under way, and the file with it. */
  const cancel = useCallback(() => {
    work.current?.abort()
    setState({ step: 'empty' })
  }, [])

  const first = useRef(stored)
  useEffect(() => {
    if (first.current) void read(first.current.file, first.current.asked)
    return () => work.current?.abort()
  }, [read])

  return { state, take, change, cancel }
}

export type Upload = ReturnType<typeof useUpload>
