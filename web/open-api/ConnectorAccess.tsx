import { Button } from '@mantine/core'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { useMayCall } from '../ui/may.ts'
import { ConnectorDialog } from './ConnectorDialog.tsx'
import { CopyLine } from './CopyLine.tsx'
import { type Connector, exampleOf } from './connector.ts'
import { connectorText } from './connector-text.ts'
import { Facts } from './Facts.tsx'
import styles from './OpenApi.module.css'
import { text } from './text.ts'

const HOLE = '$API_TOKEN'

/** The address of a connector with an example request, and the tokens that may send. */
export function ConnectorAccess({ connector }: { connector: Connector }) {
  const t = useWords(text)
  const n = useWords(connectorText)
  const format = useFormat()
  const mayEdit = useMayCall(connectors.update)
  const [editing, setEditing] = useState(false)
  const sample = exampleOf(connector).replaceAll("'", "'\\''")
  const curl = [
    `curl ${connector.url}`,
    `-H "Authorization: Bearer ${HOLE}"`,
    '-H "Idempotency-Key: receipt-1"',
    '-H "Content-Type: application/json"',
    `-d '${sample}'`,
  ].join(' \\\n  ')
  return (
    <div className={styles.page}>
      <section className={styles.addresses} aria-label={n.address}>
        <h2>{n.address}</h2>
        <CopyLine content={connector.url} label={n.copyAddress} />
        <h2>{n.curl}</h2>
        <CopyLine content={curl} label={n.copyCurl} />
        <p className={styles.quiet}>{n.curlText({ hole: HOLE })}</p>
        <Facts
          facts={[
            [n.tokens, connector.tokens.map(({ name }) => name).join(', ') || n.noTokens],
            [t.description, connector.description],
            [t.madeBy, connector.author?.name],
            [t.madeAt, format.dateTime(connector.createdAt)],
          ]}
        />
        <p className={styles.quiet}>{n.tokensText}</p>
        {mayEdit && (
          <div>
            <Button leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
              {n.editConnector}
            </Button>
          </div>
        )}
      </section>
      {editing && <ConnectorDialog connector={connector} onClose={() => setEditing(false)} />}
    </div>
  )
}
