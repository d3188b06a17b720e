import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from './PlainSelect.module.css'

/** One of its choices. */
export const option = ({ value, label }: { value: string; label: string }) => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** The browser's own choice, for what a list shows before its first rows: the library's brings all of its fields along. */
export function PlainSelect(props: ComponentProps<'select'>) {
  return (
    <span className={styles.choice}>
      <select {...props} />
      <IconChevronDown size={14} stroke={1.6} />
    </span>
  )
}
