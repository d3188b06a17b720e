import { useEffect, useState } from 'react'
import { focusField, type Part, partOf, parts } from './parts.ts'

/** A field that the person looks for. Another object for each time, also for the same field. */
export interface Sought {
  path: string
}

/** The part that is open on a phone, and the way to the field of a path: it is opened, scrolled to and focused. */
export function useSeek(onMissing: () => void) {
  const [openPart, open] = useState<Part | undefined>('recipients')
  const [sought, setSought] = useState<Sought>()
  // After the commit that opened its part and its message.
  useEffect(() => {
    if (sought) focusField(sought.path)
  }, [sought])
  return {
    openPart,
    open,
    sought,
    /** Leads to a part, or to a field that is missing. */
    to(path: string) {
      open(partOf(path))
      setSought({ path })
      if (!parts.some((part) => part === path)) onMissing()
    },
  }
}
