import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EMPTY } from '../../../ui/Loaded.tsx'
import styles from './JoinOrderDialog.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface JoinOrderDialogProps {
  /** The name of the field. */
  field: string
  /** Ids of the columns that feed it, as they are joined now. */
  columns: readonly string[]
  /** True for phones and e-mails, which are not joined: the first filled cell is the value, and the others are kept too. */
  contacts: boolean
  mapping: Pick<MappingAnswer, 'sourceSchema' | 'previewData'>
  onSave: (columns: string[]) => void
  onClose: () => void
}

/** The order in which several columns are joined into one field, with what comes of it. */
export function JoinOrderDialog({ field, columns, contacts, mapping, onSave, onClose }: JoinOrderDialogProps) {
  const t = useStepWords(mappingText)
  const c = useWords(common)
  const [order, setOrder] = useState([...columns])
  const nameOf = (column: string) => mapping.sourceSchema.find(({ id }) => id === column)?.name ?? ''
  const sampleOf = (column: string) => mapping.previewData.find(({ id }) => id === column)?.values[0] ?? ''
  const move = (place: number, by: 1 | -1) => {
    const column = order[place]
    const other = order[place + by]
    if (column !== undefined && other !== undefined) setOrder(order.with(place, other).with(place + by, column))
  }
  const joined = order
    .map(sampleOf)
    .filter(Boolean)
    .join(contacts ? ' · ' : ' ')
  return (
    <Dialog opened onClose={onClose} title={t.orderTitle({ name: field })} transitionProps={{ duration: 0 }}>
      <Stack gap="lg">
        <Text c="var(--ruam-text-2)">{contacts ? t.contactOrderText : t.orderText}</Text>
        <ol className={styles.order}>
          {order.map((column, place) => (
            <li key={column}>
              <span>{nameOf(column)}</span>
              <ActionIcon
                aria-label={t.moveUp({ name: nameOf(column) })}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              >
                <IconArrowUp size={18} stroke={1.6} />
              </ActionIcon>
              <ActionIcon
                aria-label={t.moveDown({ name: nameOf(column) })}
                disabled={place === order.length - 1}
                onClick={() => move(place, 1)}
              >
                <IconArrowDown size={18} stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ol>
        <p className={styles.example} role="status">
          <small>{t.example}</small>
          {joined || EMPTY}
        </p>
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" data-autofocus onClick={() => onSave(order)}>
            {c.save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
