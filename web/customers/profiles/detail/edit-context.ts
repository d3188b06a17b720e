import { createContext } from 'react'

/** True if values of the page are editable in place; checked once for all. */
export const MayEdit = createContext(false)
