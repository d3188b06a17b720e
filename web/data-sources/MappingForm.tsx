import { Button } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormNote } from '../core/FormNote.tsx'
import { RouteLink } from '../core/route.tsx'
import { useMay } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { useUnsaved } from '../core/unsaved.ts'
import { common } from '../core/words.ts'
import { ColumnFilter, type ColumnsShown, columnsShown } from './ColumnFilter.tsx'
import { MappingFooter } from './MappingFooter.tsx'
import styles from './MappingForm.module.css'
import { MappingTable } from './MappingTable.tsx'
import { MatchSentence } from './MatchSentence.tsx'
import {
  bodyOf,
  candidatesOf,
  changeRow,
  clashesOf,
  type Draft,
  type DraftRow,
  draftOf,
  isWaiting,
  keysOf,
  type MappingAnswer,
  problemOf,
} from './mapping-draft.ts'
import { NewFieldDialog } from './NewFieldDialog.tsx'
import { stageTarget } from './stages.ts'
import { useSaveMapping } from './use-save-mapping.ts'
import type { Source } from './use-source.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { wizard } from './wizard-text.ts'

const firstClash = (draft: Draft) => Object.keys(draft.rows).find((column) => clashesOf(draft).has(column))

/** The mapping while it is being made. What was chosen stays when the answer is read again. */
export function MappingForm({ source, mapping }: { source: Source; mapping: MappingAnswer }) {
  const t = useWords(wizard)
  const c = useWords(common)
  const mayRun = useMay()('cdp-core.datasource.execute')
  const [draft, setDraft] = useState<Draft>(() => draftOf(mapping))
  const [dirty, setDirty] = useState(false)
  const [asked, setAsked] = useState(false)
  const [shown, setShown] = useState<ColumnsShown>()
  const [newFieldFor, setNewFieldFor] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  const { save, saving, refusal } = useSaveMapping(source.id, mayRun)
  useUnsaved(dirty && !saving)

  const candidates = candidatesOf(draft, mapping)
  const keys = keysOf(draft, candidates)
  const problem = problemOf(draft, keys)
  const waiting = mapping.sourceMapping.filter((one) => isWaiting(draft.rows[one.sourceSchemaId]!, one))
  const mapped = Object.values(draft.rows).filter(({ target }) => target !== null).length

  const changeColumn = useCallback((column: string, change: Partial<DraftRow>) => {
    setDirty(true)
    setDraft((before) => changeRow(before, column, change))
  }, [])
  const next = async () => {
    setAsked(true)
    if (!problem) {
      if (await save(bodyOf(draft, keys, mapping.profileFields))) setDirty(false)
      return
    }
    // What is to be corrected may be filtered away.
    flushSync(() => setShown(undefined))
    const at = problem === 'clashNeeded' ? firstClash(draft) : mapping.sourceSchema[0]?.id
    const first = problem === 'keysNeeded' ? '[aria-invalid="true"]' : `[data-column="${at}"]`
    page.current?.querySelector<HTMLElement>(first)?.focus()
  }
  const newField = mapping.sourceSchema.find(({ id }) => id === newFieldFor)
  return (
    <WizardFrame
      stage="mapping"
      source={source}
      actions={
        <>
          <Button component={RouteLink} {...stageTarget('import', source.id)}>
            {c.previous}
          </Button>
          <Button variant="filled" loading={saving} onClick={() => void next()}>
            {mayRun ? t.toPreview : t.saveMapping}
          </Button>
        </>
      }
    >
      <div ref={page} className={styles.page}>
        <div className={styles.head}>
          <ColumnFilter
            source={source}
            total={mapping.sourceSchema.length}
            mapped={mapped}
            waiting={waiting.length}
            shown={shown}
            onShow={(which) => setShown(columnsShown(which, draft, mapping))}
          />
          <MatchSentence
            draft={draft}
            candidates={candidates}
            fields={mapping.profileFields}
            onChange={(change) => {
              setDirty(true)
              setDraft((before) => ({ ...before, ...change }))
            }}
          />
          <FormNote message={asked && problem ? t[problem] : refusal} />
        </div>
        <MappingTable
          mapping={mapping}
          draft={draft}
          only={shown?.columns}
          onChange={changeColumn}
          onNewField={setNewFieldFor}
        />
      </div>
      <MappingFooter mapped={mapped} total={mapping.sourceSchema.length} waiting={waiting.length} />
      {newField && (
        <NewFieldDialog
          header={newField.name}
          dataType={mapping.sourceMapping.find((one) => one.sourceSchemaId === newField.id)?.dataType ?? 'String'}
          onClose={() => setNewFieldFor(undefined)}
          onCreated={(target) => {
            changeColumn(newField.id, { target })
            setNewFieldFor(undefined)
          }}
        />
      )}
    </WizardFrame>
  )
}
