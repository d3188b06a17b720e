import { Button } from '@mantine/core'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { IconColumns } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { stageTarget } from '../stages.ts'
import type { Source } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { wizard } from '../wizard-text.ts'
import { ColumnFilter } from './ColumnFilter.tsx'
import { KeyFacts } from './KeyFacts.tsx'
import { MappedFile } from './MappedFile.tsx'
import { type Making, MappingDialogs } from './MappingDialogs.tsx'
import { MappingFooter } from './MappingFooter.tsx'
import styles from './MappingForm.module.css'
import { MappingTable } from './MappingTable.tsx'
import { MatchSentence } from './MatchSentence.tsx'
import type { MappingAnswer } from './mapping-answer.ts'
import { bodyOf, clashesOf } from './mapping-draft.ts'
import { ACTIVITY_DATE, type ActivityType, fieldIdOf } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { NamesNote } from './NamesNote.tsx'
import { RememberedMapping } from './RememberedMapping.tsx'
import { RowExtras } from './RowExtras.tsx'
import { useColumnsShown } from './use-columns-shown.ts'
import { useMappingDraft } from './use-mapping-draft.ts'
import { useMayLeave } from './use-may-leave.ts'
import { useSaveMapping } from './use-save-mapping.ts'

interface MappingFormProps {
  source: Source
  mapping: MappingAnswer
  types: readonly ActivityType[]
}

/** The mapping of a file's columns, and what else its rows bring. */
export function MappingForm({ source, mapping, types }: MappingFormProps) {
  const t = useWords(wizard)
  const m = useWords(mappingText)
  const c = useWords(common)
  const mayRun = useMayCall(importRun.dryRun)
  const mayCreate = useMayCall(profileFields.create)
  const [asked, setAsked] = useState(false)
  const [making, setMaking] = useState<Making>()
  const [reveal, setReveal] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  const open = useCallback((next: Making) => {
    opener.current = document.activeElement
    setMaking(next)
  }, [])
  const close = () => {
    flushSync(() => setMaking(undefined))
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const { draft, fields, activity, keys, problem, ...mapper } = useMappingDraft(mapping, types)
  const { only, counts, waitingColumns, ...shown } = useColumnsShown(mapping, draft, fields)
  const mayLeave = useMayLeave(mapping, draft, waitingColumns)
  const { save, saving, refusal } = useSaveMapping(source.id, mayRun)
  useUnsaved(mapper.dirty && !saving)

  const { changeColumn, split, takeTitles, joinAddress, change } = mapper
  const actions = useMemo(
    () => ({
      change: changeColumn,
      split,
      takeTitles,
      joinAddress,
      newField: (column: string, place: number, of: 'profile' | 'activity') =>
        open({ what: 'field', column, place, of }),
      reorder: (key: Extract<Making, { what: 'order' }>['key']) => open({ what: 'order', key }),
    }),
    [changeColumn, split, takeTitles, joinAddress, open],
  )
  const dateName = fields.get(ACTIVITY_DATE)?.displayName ?? ''
  const sentences = {
    columnsNeeded: t.columnsNeeded,
    clashNeeded: t.clashNeeded,
    keysNeeded: t.keysNeeded,
    activityDateNeeded: m.activityDateNeeded({ field: dateName }),
  }
  const next = async () => {
    setAsked(true)
    if (!problem) {
      if (!(await mayLeave())) shown.show('waiting')
      else if (await save(bodyOf(draft, keys, fields, [...waitingColumns]))) mapper.saved()
      return
    }
    const clash = mapping.sourceSchema.find(({ id }) => clashesOf(draft, fields).has(id))
    const at = problem === 'clashNeeded' ? clash?.id : mapping.sourceSchema[0]?.id
    const inSentence = problem === 'keysNeeded' || problem === 'activityDateNeeded'
    // Rows to correct may be filtered, or not rendered yet.
    flushSync(() => {
      shown.showAll()
      setReveal(at)
    })
    page.current
      ?.querySelector<HTMLElement>(inSentence ? 'select[aria-invalid="true"]' : `[data-column="${at}"]`)
      ?.focus()
  }
  const clearing = Object.values(draft.rows).filter(({ targets }) => targets.some(({ empty }) => empty === 'clear'))
  const { remembered } = mapping
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
      <div className={styles.note}>
        <FormNote message={asked && problem ? sentences[problem] : refusal} />
      </div>
      <div ref={page} className={styles.page} data-scroll>
        <div className={styles.head}>
          <MappedFile source={source} columns={counts.all}>
            {remembered && !mapping.saved && (
              <RememberedMapping
                name={remembered.name}
                used={mapper.remembered}
                onUse={() => mapper.recall(true)}
                onBack={() => mapper.recall(false)}
              />
            )}
            {mapping.saved && (
              <Button variant="transparent" className={styles.act} onClick={() => mapper.recall(false)}>
                {m.backToSuggested}
              </Button>
            )}
          </MappedFile>
          <MatchSentence
            draft={draft}
            candidates={mapper.candidates}
            fields={mapping.profileFields}
            onChange={(part) => change((before) => ({ ...before, ...part }))}
          />
          <NamesNote mapping={mapping} draft={draft} onSplit={split} />
          <KeyFacts
            mapping={mapping}
            draft={draft}
            keys={keys}
            candidates={mapper.candidates}
            rows={source.file?.rowCount ?? 0}
            onMakeKey={
              mayCreate ? (column) => open({ what: 'field', column, place: 0, of: 'profile', asKey: true }) : undefined
            }
          />
          <div className={styles.extras}>
            <RowExtras
              types={types}
              draft={draft}
              fields={fields}
              onEqual={(choice) => change((before) => ({ ...before, ...choice }))}
              onActivity={(id) => mapper.chooseActivity(types.find((type) => type.id === id))}
              onNewType={() => open({ what: 'type' })}
              onLabels={(labels) => change((before) => ({ ...before, labels }))}
              onUnknown={(unknownLabels) => change((before) => ({ ...before, unknownLabels }))}
              onUnreadable={(unreadableCells) => change((before) => ({ ...before, unreadableCells }))}
              dateMissing={asked && problem === 'activityDateNeeded'}
            />
            <ColumnFilter
              counts={counts}
              which={shown.which}
              onWhich={shown.show}
              typed={shown.typed}
              onType={shown.setTyped}
            />
          </div>
        </div>
        <MappingTable
          mapping={mapping}
          draft={draft}
          fields={fields}
          activity={activity}
          only={only}
          view={shown.view}
          reveal={reveal}
          recalled={mapper.remembered ? remembered?.name : undefined}
          actions={actions}
        />
        {only?.size === 0 && (
          <EmptyState
            icon={IconColumns}
            title={m.noColumn}
            text={m.noColumnText}
            action={<Button onClick={shown.showAll}>{m.showAll}</Button>}
          />
        )}
      </div>
      <MappingFooter
        mapped={counts.mapped}
        total={counts.all}
        waiting={counts.waiting}
        ignored={counts.ignored}
        clearing={clearing.length}
      />
      {making && (
        <MappingDialogs
          making={making}
          mapping={mapping}
          draft={draft}
          fields={fields}
          onClose={close}
          onField={(column, place, key) => {
            mapper.place(column, place, key)
            const field = fieldIdOf(key)
            if (making.what === 'field' && making.asKey)
              change((before) => ({ ...before, keys: [...before.keys, field] }))
            close()
          }}
          onOrder={(key, columns) => {
            change((before) => ({ ...before, order: { ...before.order, [key]: columns } }))
            close()
          }}
          onType={(type) => {
            mapper.chooseActivity(type)
            close()
          }}
        />
      )}
    </WizardFrame>
  )
}
