import { NativeSelect } from '@mantine/core'
import type { ChangeType } from '@ruam/contract/open-api/changes.ts'
import { useState } from 'react'
import { useWords } from '../data/text.ts'
import styles from './OpenApi.module.css'
import { webhookText } from './program-webhook-text.ts'
import hooks from './Webhooks.module.css'
import { exampleData, groupNames, typeGroups } from './webhook.ts'

const headers = `webhook-id: 7d5a2c80-1f6e-8b1c-a4d2-90c1f3b7e615
webhook-timestamp: 1795678329
webhook-signature: v1,hX3k…`

/** Example of a message that a receiver gets, for each event, and the rules of sending. */
export function WebhookExample() {
  const t = useWords(webhookText)
  const [type, setType] = useState<ChangeType>('profile.updated')
  const body = { type, timestamp: '2026-11-26T14:32:09+07:00', data: exampleData[type] }
  return (
    <aside className={hooks.example} aria-label={t.example}>
      <div className={hooks.exampleHead}>
        <h2>{t.example}</h2>
        <NativeSelect
          size="sm"
          aria-label={t.event}
          value={type}
          data={groupNames.map((group) => ({
            group: t[group],
            items: typeGroups[group].map((value) => ({ value, label: t[value] })),
          }))}
          onChange={(event) => setType(event.currentTarget.value as ChangeType)}
        />
      </div>
      <p className={styles.note}>{t.exampleText}</p>
      <h3>{t.headers}</h3>
      <pre className={styles.code}>{headers}</pre>
      <h3>{t.message}</h3>
      <pre className={styles.code}>{JSON.stringify(body, null, 2)}</pre>
      <h2>{t.rules}</h2>
      <ul>
        {[t.rule2xx, t.ruleRetry, t.ruleOrder, t.ruleInside].map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </aside>
  )
}
