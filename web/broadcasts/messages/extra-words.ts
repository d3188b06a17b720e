import { createContext } from 'react'

/** Words that a text may hold in addition to fields of customers, by an id that no field has. Empty for broadcasts. */
export const ExtraWords = createContext<readonly { id: number; name: string }[]>([])
