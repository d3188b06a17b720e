import { ActionIcon } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import styles from './OpenApi.module.css'
import { useCopy } from './use-copy.ts'

/** A text for a program, with a button that copies it. `label`: name of the button. */
export function CopyLine({ content, label }: { content: string; label: string }) {
  const shown = useRef<HTMLElement>(null)
  const copy = useCopy()
  return (
    <div className={styles.copyLine}>
      <code ref={shown} className={styles.code}>
        {content}
      </code>
      <ActionIcon aria-label={label} onClick={() => void copy(content, shown.current)}>
        <IconCopy size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
