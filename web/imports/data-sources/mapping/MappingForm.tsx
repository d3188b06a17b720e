import { Button } from '@mantine/core'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { IconColumns } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { stageTarget } from '../stages.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { wizard } from '../wizard-text.ts'
import { ColumnFilter } from './ColumnFilter.tsx'
import { KeyFacts } from './KeyFacts.tsx'
import { MappedFile } from './MappedFile.tsx'
import { MappingDialogs } from './MappingDialogs.tsx'
import { MappingFooter } from './MappingFooter.tsx'
import styles from './MappingForm.module.css'
import { MappingTable } from './MappingTable.tsx'
import { MatchSentence } from './MatchSentence.tsx'
import { mappingText } from './mapping-text.ts'
import { NamesNote } from './NamesNote.tsx'
import { RememberedMapping } from './RememberedMapping.tsx'
import { RowExtras } from './RowExtras.tsx'
import { type MappingFormProps, useMappingForm } from './use-mapping-form.ts'

/** The mapping of a file's columns, and what else its rows bring. */
export function MappingForm(props: MappingFormProps) {
  const { source, mapping, types } = props
  const t = useWords(wizard)
  const m = useWords(mappingText)
  const c = useWords(common)
  const mayCreate = useMayCall(profileFields.create)
  const { page, mapper, shown, dialog, ...step } = useMappingForm(props)
  const { draft, fields, change } = mapper
  const { only, counts } = shown
  const { making, open, close, ...handlers } = dialog
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
          <Button variant="filled" loading={step.saving} onClick={() => void step.next()}>
            {step.mayRun ? t.toPreview : t.saveMapping}
          </Button>
        </>
      }
    >
      <div className={styles.note}>
        <FormNote message={step.message} />
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
          <NamesNote mapping={mapping} draft={draft} onSplit={mapper.split} />
          <KeyFacts
            mapping={mapping}
            draft={draft}
            keys={mapper.keys}
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
              accounts={mapping.lineAccounts}
              onLineAccount={(lineAccountId) => change((before) => ({ ...before, lineAccountId }))}
              onUnreadable={(unreadableCells) => change((before) => ({ ...before, unreadableCells }))}
              dateMissing={step.dateMissing}
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
          activity={mapper.activity}
          only={only}
          view={shown.view}
          reveal={step.reveal}
          recalled={mapper.remembered ? remembered?.name : undefined}
          actions={step.actions}
        />
        {only?.size === 0 && <NoColumn onShowAll={shown.showAll} />}
      </div>
      <MappingFooter
        mapped={counts.mapped}
        total={counts.all}
        waiting={counts.waiting}
        ignored={counts.ignored}
        clearing={clearing.length}
      />
      {making && (
        <MappingDialogs making={making} mapping={mapping} draft={draft} fields={fields} onClose={close} {...handlers} />
      )}
    </WizardFrame>
  )
}

function NoColumn({ onShowAll }: { onShowAll: () => void }) {
  const m = useWords(mappingText)
  return (
    <EmptyState
      icon={IconColumns}
      title={m.noColumn}
      text={m.noColumnText}
      action={<Button onClick={onShowAll}>{m.showAll}</Button>}
    />
  )
}
