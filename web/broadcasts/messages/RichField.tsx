import { Button } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { IconPencil } from '@tabler/icons-react'
import { use, useEffect, useRef } from 'react'
import { useWords } from '../../data/text.ts'
import styles from '../Composer.module.css'
import { richText } from '../rich-text.ts'
import { RichEditing } from './rich-editing.ts'
import { type Rich, richAddress } from './rich-message.ts'

interface RichFieldProps {
  message: Rich
  place: number
  faults: readonly Fault[]
}

/** A rich message among the others: its picture, its text and its areas, with the way to its editor. */
export function RichField({ message, place, faults }: RichFieldProps) {
  const r = useWords(richText)
  const { open, left } = use(RichEditing)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (left === place) button.current?.focus()
  }, [left, place])
  const { name, altText, areas } = message
  const count = areas.filter(({ type }) => type !== 'none').length
  const isFaulty = faults.some(({ path }) => path.startsWith(`messages.${place}.`))
  return (
    <div className={styles.picture}>
      {name && <img src={richAddress(name, 240)} alt={r.picture} />}
      <div>
        <span>{[altText, count > 0 && r.areas({ count })].filter(Boolean).join(' · ')}</span>
        <Button
          ref={button}
          leftSection={<IconPencil size={16} stroke={1.6} />}
          data-fault={isFaulty || undefined}
          onClick={() => open(place)}
        >
          {name ? r.change : r.make}
        </Button>
        {isFaulty && <span className={styles.fault}>{r.incomplete}</span>}
      </div>
    </div>
  )
}
