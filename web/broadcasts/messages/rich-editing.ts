import { createContext } from 'react'
import type { Draft } from '../use-draft.ts'

interface Editing {
  /** Place of the rich message whose editor was closed last. */
  left: number | undefined
  /** Opens the editor of the message at a place. */
  open: (place: number) => void
}

/** A draft with rich messages: of a broadcast, or of an answer. */
export type RichDraft = Pick<Draft, 'name' | 'channel' | 'messages' | 'linkTracking'>

/** Leads from a rich message to its editor. */
export const RichEditing = createContext<Editing>({ left: undefined, open: () => {} })
