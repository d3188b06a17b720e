import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { stageTarget } from '../stages.ts'
import type { DataSourceOfStore, RunDetail } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { MendingCards } from './MendingCards.tsx'
import { MendingCounts } from './MendingCounts.tsx'
import { MendingGrid } from './MendingGrid.tsx'
import { MendingGroups } from './MendingGroups.tsx'
import styles from './MendingStep.module.css'
import { mendingText } from './mending-text.ts'
import { type Mending, type MendingGroup, useChanges, useCounts, useMending } from './use-mending.ts'
import { useStartRun } from './use-start-run.ts'

/** Unreadable cells of a previewed file, by column and reason, to be corrected before the import. */
export function MendingStep({ source }: { source: DataSourceOfStore }) {
  const t = useWords(mendingText)
  const { list, error, mayChange } = useMending(source.id)
  if (list) return <Listed source={source} list={list} mayChange={mayChange} />
  const isStale = error !== null
  return (
    <WizardFrame stage="preview" source={source} actions={<BackToPreview id={source.id} />}>
      {isStale ? <EmptyState icon={IconPlayerPlay} title={t.stale} text={t.staleText} /> : <Bones />}
    </WizardFrame>
  )
}

function BackToPreview({ id }: { id: number }) {
  const t = useWords(mendingText)
  return (
    <Button component={RouteLink} {...stageTarget('preview', id)}>
      {t.backToPreview}
    </Button>
  )
}

interface ListedProps {
  source: DataSourceOfStore
  list: Mending
  mayChange: boolean
}

const keyOf = ({ sourceSchemaId, reason }: MendingGroup) => `${sourceSchemaId} ${reason}`

function Listed({ source, list, mayChange }: ListedProps) {
  const t = useWords(mendingText)
  const isPhone = usePhone()
  const changes = useChanges(source.id)
  const counts = useCounts(source.id, list.runId)
  const mayRun = useMayCall(importRun.run)
  const [chosen, setChosen] = useState<string>()
  const { groups, lastChange } = list
  const first = groups.find(({ left }) => left > 0) ?? groups[0]
  const group = groups.find((one) => keyOf(one) === chosen) ?? (isPhone ? undefined : first)
  // The first group stays open when its last cell is corrected.
  if (!isPhone && chosen === undefined && first) setChosen(keyOf(first))
  const undo = () => {
    if (lastChange === null || !mayChange) return false
    void changes.undo(lastChange)
    return true
  }
  useKeys(t.title, [{ on: ['Mod+Z'], label: t.undo, run: () => (isTyping() ? false : undo()) }])
  const part = group && { id: source.id, list, group, changes, mayChange, onUndo: undo }
  return (
    <WizardFrame
      stage="preview"
      source={source}
      actions={
        <>
          <BackToPreview id={source.id} />
          {mayRun && counts.run && !counts.failed && (
            <StartRun id={source.id} run={counts.run} counting={counts.counting} />
          )}
        </>
      }
    >
      <div className={styles.page}>
        {(!isPhone || !group) && <MendingCounts list={list} counts={counts} />}
        {groups.length === 0 ? (
          <EmptyState icon={IconCircleCheck} title={t.none} text={t.noneText} />
        ) : isPhone ? (
          part ? (
            <MendingCards key={keyOf(part.group)} {...part} onBack={() => setChosen(undefined)} />
          ) : (
            <MendingGroups list={list} onChoose={(one) => setChosen(keyOf(one))} changes={changes} />
          )
        ) : (
          <div className={styles.split}>
            <MendingGroups list={list} group={group} onChoose={(one) => setChosen(keyOf(one))} changes={changes} />
            {part && <MendingGrid key={keyOf(part.group)} {...part} />}
          </div>
        )}
      </div>
    </WizardFrame>
  )
}

/** True while a cell is edited: there Ctrl Z takes back letters. */
function isTyping() {
  const input = document.activeElement
  return input instanceof HTMLInputElement && input.value !== input.dataset.saved
}

function StartRun({ id, run, counting }: { id: number; run: RunDetail; counting: boolean }) {
  const t = useWords(mendingText)
  const start = useStartRun(id, run)
  return (
    <>
      <Button variant="filled" disabled={counting || start.isEmpty} loading={start.busy} onClick={start.begin}>
        {counting ? t.counting : start.label}
      </Button>
      {start.error && <p role="alert">{start.error.message}</p>}
    </>
  )
}
