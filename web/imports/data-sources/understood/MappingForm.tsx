import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconFileText, IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { importing } from '../import-text.ts'
import { MappingBody } from '../mapping/MappingBody.tsx'
import styles from '../mapping/MappingForm.module.css'
import type { MappingAnswer } from '../mapping/mapping-answer.ts'
import type { MappingRequest } from '../mapping/mapping-draft.ts'
import type { MappingActivityType } from '../mapping/mapping-fields.ts'
import { useStepWords } from '../mapping/step-words.ts'
import { useMappingForm } from '../mapping/use-mapping-form.ts'
import { stageTarget } from '../stages.ts'
import { text } from '../text.ts'
import type { DataSourceOfStore } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { wizard } from '../wizard-text.ts'
import { Understood } from './Understood.tsx'
import { understoodText } from './understood-text.ts'

interface MappingFormProps {
  source: DataSourceOfStore
  mapping: MappingAnswer
  types: readonly MappingActivityType[]
}

/** The mapping of a file's columns, and what else its rows bring. */
export function MappingForm({ source, mapping, types }: MappingFormProps) {
  const t = useStepWords(wizard)
  const c = useWords(common)
  const u = useWords(understoodText)
  const mayRun = useMayCall(importRun.dryRun)
  const [inColumns, setInColumns] = useState(false)
  const form = useMappingForm({ mapping, types, keepAs: String(source.id), ...useSaveMapping(source.id, mayRun) })
  return (
    <WizardFrame
      stage="mapping"
      source={source}
      refusal={form.message}
      busy={form.saving}
      actions={
        <>
          {inColumns ? (
            <Button onClick={() => setInColumns(false)}>{u.toSummary}</Button>
          ) : (
            <Button component={RouteLink} {...stageTarget('import', source.id)}>
              {c.previous}
            </Button>
          )}
          <Button
            variant="filled"
            loading={form.saving}
            // The page before the table lists what is left out.
            onClick={() => void form.next({ told: !inColumns, onProblem: () => setInColumns(true) })}
          >
            {mayRun ? t.toPreview : t.saveMapping}
          </Button>
        </>
      }
    >
      {inColumns ? (
        <MappingBody
          form={form}
          mapping={mapping}
          types={types}
          rows={source.file?.rowCount ?? 0}
          about={(offers) => (
            <MappedFile source={source} columns={form.shown.counts.all}>
              {offers}
            </MappedFile>
          )}
        />
      ) : (
        <Understood
          form={form}
          mapping={mapping}
          types={types}
          source={source}
          onColumns={(columns) => {
            if (columns) form.shown.showThese(new Set(columns))
            else form.shown.showAll()
            setInColumns(true)
          }}
        />
      )}
    </WizardFrame>
  )
}

/** The mapped file, and the actions for it. */
function MappedFile({
  source,
  columns,
  children,
}: {
  source: DataSourceOfStore
  columns: number
  children: ReactNode
}) {
  const s = useWords(text)
  return (
    <div className={styles.file}>
      <p className={styles.name}>
        <IconFileText size={18} stroke={1.6} />
        <strong>{source.file?.fileName}</strong>
        {source.file?.rowCount != null && <span>{s.rows({ count: source.file.rowCount })}</span>}
        <span>{s.columns({ count: columns })}</span>
      </p>
      {children}
      {source.file?.warnings.map((warning) => (
        <p key={warning} className={styles.warning} role="note">
          <IconInfoCircle size={16} stroke={1.6} /> {warning}
        </p>
      ))}
    </div>
  )
}

/** Saves a mapping, starts its dry run and goes on to the preview; without the right to run it is only saved. */
function useSaveMapping(id: number, mayRun: boolean) {
  const c = useWords(common)
  const t = useWords(importing)
  const go = useGo()
  const put = useWrite(dataSources.putMapping, { quiet: true })
  const dryRun = useWrite(importRun.dryRun, { quiet: true })
  const save = async (body: MappingRequest): Promise<boolean> => {
    try {
      await put.mutateAsync({ params: { id }, body })
      if (mayRun) await dryRun.mutateAsync({ params: { id } })
    } catch {
      return false
    }
    if (mayRun) go(stageTarget('preview', id))
    else alerts.success(c.saved)
    return true
  }
  return {
    save,
    saving: put.isPending || dryRun.isPending || dryRun.isSuccess,
    /** Why it was refused. */
    refusal: put.error
      ? `${t.updateFailed}: ${put.error.message}`
      : dryRun.error
        ? `${t.executeFailed}: ${dryRun.error.message}`
        : undefined,
  }
}
