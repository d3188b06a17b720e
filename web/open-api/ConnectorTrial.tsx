import { Button, Textarea } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { FormNote } from '../ui/FormNote.tsx'
import { type Connector, exampleOf, itemOf } from './connector.ts'
import { connectorText } from './connector-text.ts'
import { ItemResults } from './ItemResults.tsx'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'
import { useNotItem } from './use-not-item.ts'

/** A dry run of a pasted item: what it would do, without writing. */
export function ConnectorTrial({ connector }: { connector: Connector }) {
  const t = useWords(itemText)
  const n = useWords(connectorText)
  const test = useWrite(connectorItems.test, { quiet: true })
  const [pasted, setPasted] = useState(() => exampleOf(connector))
  const [refused, setRefused] = useState(false)
  const notItem = useNotItem()
  const item = itemOf(pasted)
  const run = () => (item ? test.mutate({ params: { id: connector.id }, body: { items: [item] } }) : setRefused(true))
  return (
    <section className={styles.page} aria-label={t.trial}>
      <div className={styles.addresses}>
        <p className={styles.quiet}>{t.trialText}</p>
        <Textarea
          label={t.trialItem}
          value={pasted}
          error={refused && !item ? notItem(pasted) : undefined}
          classNames={{ input: styles.code }}
          spellCheck={false}
          minRows={10}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <div>
          <Button
            variant="filled"
            leftSection={<IconPlayerPlay size={16} stroke={1.6} />}
            loading={test.isPending}
            onClick={run}
          >
            {t.trialRun}
          </Button>
        </div>
        <FormNote message={test.error?.message} />
        {test.data && (
          <>
            <h2>{t.wouldBe}</h2>
            {test.data.mappingVersion === null && <FormNote kind="info" message={t.noMapping} />}
            <ItemResults results={test.data.results} />
            {test.data.unmapped.length > 0 && (
              <p className={styles.note}>{n.unmappedFields({ names: test.data.unmapped.join(', ') })}</p>
            )}
          </>
        )}
      </div>
    </section>
  )
}
