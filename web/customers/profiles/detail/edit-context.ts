import { createContext } from 'react'

/** Whether the values of the page may be edited where they stand: asked once for all of them. */
export const MayEdit = createContext(false)
