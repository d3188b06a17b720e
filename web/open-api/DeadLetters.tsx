import { Button } from '@mantine/core'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { IconAlertCircle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall } from '../ui/may.ts'
import { Unread } from '../ui/Unread.tsx'
import { itemText } from './item-text.ts'
import type { LetterGroup } from './LetterGrid.tsx'
import { LetterItems } from './LetterItems.tsx'
import styles from './OpenApi.module.css'

/** A replay is done by the ingester a moment later. */
const POLL_MS = 2000

const keyOf = ({ error, path }: LetterGroup) => JSON.stringify([error, path])
const chosenOf = ({ error, path, value }: LetterGroup) => ({
  group: { error, path, ...(value !== null && { value }) },
})

interface DeadLettersProps {
  /** Data source. */
  id: number
  /** Sentences for a source without a mapping. */
  text?: string
  empty?: string
}

/** A trial of a group, without a result while it works. */
interface Tried {
  key: string
  at?: string
  result?: Got<typeof connectorItems.tryReplay>
}

/** Failed items by reason and path, to replay once they or the mapping are corrected. */
export function DeadLetters({ id, text, empty }: DeadLettersProps) {
  const t = useWords(itemText)
  const format = useFormat()
  const confirm = useConfirm()
  const mayReplay = useMayCall(connectorItems.replay)
  const mayMend = useMayCall(connectorItems.mend)
  const read = useRead(connectorItems.deadLetterGroups, { params: { id } }, { poll: () => POLL_MS, staleTime: 0 })
  const replay = useWrite(connectorItems.replay, { refreshes: [connectors.list] })
  const discard = useWrite(connectorItems.discard, { refreshes: [connectors.list] })
  const trying = useWrite(connectorItems.tryReplay)
  const [opened, setOpened] = useState<string>()
  const [trial, setTrial] = useState<Tried>()

  function attempt(group: LetterGroup) {
    const key = keyOf(group)
    setTrial({ key })
    const at = new Date().toISOString()
    trying.mutate({ params: { id }, body: chosenOf(group) }, { onSuccess: (result) => setTrial({ key, at, result }) })
  }
  const send = (body: Parameters<typeof replay.mutate>[0]['body']) => {
    setTrial(undefined)
    replay.mutate(
      { params: { id }, body },
      { onSuccess: ({ replaying }) => alerts.success(t.replaying({ count: replaying })) },
    )
  }
  async function drop(group: LetterGroup) {
    const title = t.discardTitle({ count: group.count })
    if (!(await confirm({ title, text: t.discardText, yes: t.discard, mode: 'cancel' }))) return
    discard.mutate({ params: { id }, body: chosenOf(group) }, { onSuccess: () => alerts.success(t.discarded) })
  }
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const groups = read.data.data
  if (groups.length === 0)
    return <EmptyState icon={IconCircleCheck} title={t.nothingFailed} text={empty ?? t.nothingFailedText} />
  return (
    <section className={styles.letters} aria-label={t.failed}>
      <div className={styles.lettersHead}>
        <p className={styles.quiet}>{text ?? t.lettersText}</p>
        {mayReplay && (
          <Button
            variant="filled"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            loading={replay.isPending}
            onClick={() => send({ all: true })}
          >
            {t.replayAll}
          </Button>
        )}
      </div>
      <ul className={styles.groups}>
        {groups.map((group) => {
          const key = keyOf(group)
          const { message, path, value, values, examples, count, lastAt } = group
          const list = examples.map((one) => `“${one}”`).join(', ')
          return (
            <li key={key}>
              <div>
                <strong>{message}</strong>
                <div className={styles.quiet}>
                  {path &&
                    `${value ? t.valueOf({ path, value }) : values > 1 ? t.valuesOf({ path, values, list }) : path} · `}
                  {t.groupCount({ count })} · {t.lastAt({ at: format.dateTime(lastAt) })}
                </div>
              </div>
              <div className={styles.groupActions}>
                <Button aria-expanded={opened === key} onClick={() => setOpened(opened === key ? undefined : key)}>
                  {opened === key ? t.hideItems : path && mayMend ? t.correct : t.showItems}
                </Button>
                {mayReplay && (
                  <>
                    <Button loading={trying.isPending && trial?.key === key} onClick={() => attempt(group)}>
                      {t.tryReplay}
                    </Button>
                    <Button onClick={() => send(chosenOf(group))}>{t.replay}</Button>
                    <Button c="var(--ruam-danger)" onClick={() => void drop(group)}>
                      {t.discard}
                    </Button>
                  </>
                )}
              </div>
              {trial?.key === key && trial.result && (
                <Trial trial={trial} count={count} onReplay={(ids) => send({ ids })} />
              )}
              {opened === key && <LetterItems id={id} group={group} onReplay={(ids) => send({ ids })} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Outcome of a trial, with a replay of those that pass alone. */
function Trial({ trial, count, onReplay }: { trial: Tried; count: number; onReplay: (ids: number[]) => void }) {
  const t = useWords(itemText)
  const format = useFormat()
  const { passed, failed } = trial.result!
  const tried = passed.length + failed.length
  return (
    <div className={styles.trial} role="status">
      <span>{t.tried({ at: format.time(trial.at) })}</span>
      <span className={styles.state} data-state="active">
        <IconCircleCheck size={16} stroke={1.6} />
        {t.passes({ count: passed.length })}
      </span>
      {failed.length > 0 && (
        <span className={styles.state} data-state="error">
          <IconAlertCircle size={16} stroke={1.6} />
          {t.stillFails({ count: failed.length })}
        </span>
      )}
      <span className={styles.quiet}>
        {tried < count && `${t.triedOf({ count: tried })} · `}
        {t.nothingSaved}
      </span>
      {passed.length > 0 && (
        <Button variant="filled" onClick={() => onReplay(passed)}>
          {t.replayPassed({ count: passed.length })}
        </Button>
      )}
    </div>
  )
}
