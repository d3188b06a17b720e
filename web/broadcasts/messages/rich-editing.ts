import { createContext } from 'react'

interface Editing {
  /** Place of the rich message whose editor was closed last. */
  left: number | undefined
  /** Opens the editor of the message at a place. */
  open: (place: number) => void
}

/** Leads from a rich message of the composer to its editor. */
export const RichEditing = createContext<Editing>({ left: undefined, open: () => {} })
