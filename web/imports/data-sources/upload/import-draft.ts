import { useEffect } from 'react'
import { draft } from '../../../data/storage.ts'
import type { FileReading } from './use-upload.ts'

/** An import whose file is uploaded and that is no data source yet. */
interface ImportDraft extends FileReading {
  name: string
  /** True if the name was typed; otherwise it follows the file. */
  typed: boolean
  description: string
}

/** Draft of an import from before the browser was closed. */
export const importDraft = (storeId: number) => draft<ImportDraft>('import', storeId)

/** Keeps an import while its screen is open, so that it outlives the browser; leaving the screen gives it up. */
export function usePersistDraft(storeId: number, kept: ImportDraft | undefined) {
  const text = JSON.stringify(kept)
  useEffect(() => {
    const place = importDraft(storeId)
    if (text === undefined) place.remove()
    else place.set(JSON.parse(text))
  }, [storeId, text])
  useEffect(() => () => importDraft(storeId).remove(), [storeId])
}
