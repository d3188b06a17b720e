import { Button, Checkbox } from '@mantine/core'
import { preferences } from '@ruam/contract/customers/preferences.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useState } from 'react'
import { call, useRefresh } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { SourceStatus } from '../StatusBadge.tsx'
import { isUnfinished, stageOf, stageTarget } from '../stages.ts'
import { text } from '../text.ts'
import { useDelete } from '../use-delete.ts'
import type { DataSourceOfStore } from '../use-source.ts'
import { wizard } from '../wizard-text.ts'
import styles from './Unfinished.module.css'

/** Maximum stored dismissals; the oldest are dropped. */
const MOST_KEPT = 1000

/** An import that was left: to go on with at the step its status leads to, to delete, or to leave for a new one. */
export function Unfinished({ source, onNew }: { source: DataSourceOfStore; onNew: () => void }) {
  const t = useWords(importing)
  const s = useWords(text)
  const c = useWords(common)
  const w = useWords(wizard)
  const format = useFormat()
  const mayDelete = useMayCall(dataSources.delete)
  const remove = useDelete()
  const dismiss = useDismiss()
  const [silent, setSilent] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, name, status, file } = source
  const stage = stageOf(status)
  const goesOn = isUnfinished(status)
  const startNew = async () => {
    setBusy(true)
    try {
      if (silent) await dismiss(id)
    } catch (error) {
      if (isApiError(error)) alerts.error(error.message)
    }
    onNew()
  }
  const facts = [
    [s.status, <SourceStatus key="status" status={status} />],
    [t.nextStep, goesOn && w[stage]],
    [s.file, file?.fileName],
    [s.updatedAt, format.dateTime(source.updatedAt)],
  ] as const
  return (
    <div className={styles.page}>
      <h2>{t.unfinishedTitle}</h2>
      <p>{goesOn ? t.unfinishedText : w.notAllowed}</p>
      <section className={styles.source} aria-label={name}>
        <div className={styles.head}>
          <h3>{name}</h3>
          {mayDelete && (
            <Button variant="subtle" color="var(--ruam-danger)" onClick={() => void remove(source)}>
              {c.delete}
            </Button>
          )}
        </div>
        <dl>
          {facts.map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value || EMPTY}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={styles.actions}>
        <Checkbox
          label={t.dontAsk}
          description={t.dontAskHint}
          classNames={{ inner: styles.tick, description: styles.hint }}
          checked={silent}
          onChange={(event) => setSilent(event.currentTarget.checked)}
        />
        <Button size="md" loading={busy} onClick={() => void startNew()}>
          {t.startNew}
        </Button>
        {goesOn && (
          <Button component={RouteLink} {...stageTarget(stage, id)} size="md" variant="filled">
            {s.goOn}
          </Button>
        )}
      </div>
    </div>
  )
}

async function dismiss(id: number) {
  const { datasourceContAlertDismiss: kept, updatedAt } = await call(preferences.get, {})
  if (kept.includes(id)) return
  const body = { datasourceContAlertDismiss: [...kept, id].slice(-MOST_KEPT), originTime: updatedAt }
  await call(preferences.put, { body })
}

/**
 * Keeps that a person does not want to be asked about an unfinished data source again. When they have saved something in
 * another tab meanwhile, what is kept is read again and the answer added once more. Throws ApiError.
 */
function useDismiss() {
  const refresh = useRefresh()
  return async (id: number) => {
    await dismiss(id).catch((error) => {
      if (!isApiError(error, 'stale_edit')) throw error
      return dismiss(id)
    })
    await refresh(preferences.get)
  }
}
