import { Button, Textarea } from '@mantine/core'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall } from '../ui/may.ts'
import { itemOf } from './connector.ts'
import { connectorText } from './connector-text.ts'
import styles from './OpenApi.module.css'
import { useNotItem } from './use-not-item.ts'

/** Stands for the mapping of a connector until an item of it is known: a place to paste one. */
export function ConnectorExample({ id }: { id: number }) {
  const n = useWords(connectorText)
  const mayAdd = useMayCall(connectors.addExample)
  const add = useWrite(connectors.addExample, { quiet: true })
  const [pasted, setPasted] = useState('')
  const [refused, setRefused] = useState(false)
  const notItem = useNotItem()
  const item = itemOf(pasted)
  const send = () => (item ? add.mutate({ params: { id }, body: { example: item } }) : setRefused(true))
  return (
    <EmptyState
      icon={IconPlug}
      title={n.noMapping}
      text={n.noMappingText}
      action={
        mayAdd && (
          <div className={styles.paste}>
            <Textarea
              label={n.example}
              value={pasted}
              error={add.error?.message ?? (refused && !item ? notItem(pasted) : undefined)}
              classNames={{ input: styles.code }}
              spellCheck={false}
              minRows={8}
              onChange={(event) => setPasted(event.currentTarget.value)}
            />
            <Button variant="filled" loading={add.isPending} onClick={send}>
              {n.readExample}
            </Button>
          </div>
        )
      }
    />
  )
}
