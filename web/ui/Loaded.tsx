import type { ReactNode } from 'react'
import styles from './Bones.module.css'

/** Sign of a value that is known to be empty; `Loaded` draws a bone for one that still loads. */
export const EMPTY = '–'

interface LoadedProps {
  /** Undefined until its read has an answer; null or '' if known to be empty. */
  of: ReactNode
  /** CSS width of the bone: about that of the figure. */
  width?: string
}

/** A figure of a read. */
export function Loaded({ of, width = '3em' }: LoadedProps) {
  if (of === undefined) return <span className={styles.word} style={{ width }} aria-hidden />
  return of === null || of === '' ? EMPTY : of
}
