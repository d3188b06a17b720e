import { Button } from '@mantine/core'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { IconColumns, IconFileCheck, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { ConsentColumns } from '../consents/ConsentColumns.tsx'
import { ColumnFilter } from './ColumnFilter.tsx'
import { KeyFacts } from './KeyFacts.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { MappingDialogs } from './MappingDialogs.tsx'
import { MappingFooter } from './MappingFooter.tsx'
import styles from './MappingForm.module.css'
import { MappingTable } from './MappingTable.tsx'
import { MatchSentence } from './MatchSentence.tsx'
import type { MappingAnswer } from './mapping-answer.ts'
import type { MappingActivityType } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { NamesNote } from './NamesNote.tsx'
import { RowExtras } from './RowExtras.tsx'
import { useStepWords } from './step-words.ts'
import type { useMappingForm } from './use-mapping-form.ts'

interface MappingBodyProps {
  form: ReturnType<typeof useMappingForm>
  mapping: MappingAnswer
  types: readonly MappingActivityType[]
  /** Rows that the measures of columns were taken from. */
  rows: number
  /** What is mapped, with what is offered about it. */
  about: (offers: ReactNode) => ReactNode
  /** True for names that are paths. */
  wideNames?: boolean | undefined
}

/** A mapping between its head and its foot: how rows find their customer, what they bring, and one row per column. */
export function MappingBody({ form, mapping, types, rows, about, wideNames }: MappingBodyProps) {
  const m = useStepWords(mappingText)
  const phone = usePhone()
  const mayCreate = useMayCall(profileFields.create)
  const { page, mapper, shown, dialog, ...step } = form
  const { draft, fields, change } = mapper
  const { only, counts } = shown
  const { making, open, close, ...handlers } = dialog
  const clearing = Object.values(draft.rows).filter(({ targets }) => targets.some(({ empty }) => empty === 'clear'))
  const { remembered } = mapping
  const extras = (
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
  )
  return (
    <>
      <div ref={page} className={styles.page} data-scroll>
        <div className={styles.head}>
          {about(
            <>
              {mapping.layout && (
                <p className={styles.layout} role="note">
                  <IconFileCheck size={16} stroke={1.6} /> {m.layout({ name: mapping.layout.name })}
                </p>
              )}
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
            </>,
          )}
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
            fields={fields}
            rows={rows}
            endless={wideNames === true}
            onChange={change}
            onMakeKey={
              mayCreate ? (column) => open({ what: 'field', column, place: 0, of: 'profile', asKey: true }) : undefined
            }
          />
          <ConsentColumns
            mapping={mapping}
            columns={draft.consents}
            isFed={(id) => (draft.rows[id]?.targets.length ?? 0) > 0}
            onChange={(consents) => change((before) => ({ ...before, consents }))}
          />
          <div className={styles.extras}>
            {phone ? (
              <Fold label={m.rowOptions} held={step.dateMissing}>
                {extras}
              </Fold>
            ) : (
              extras
            )}
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
          wideNames={wideNames}
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
      {form.leaving && <LeaveDialog {...form.leaving} fields={fields} />}
      {making && (
        <MappingDialogs making={making} mapping={mapping} draft={draft} fields={fields} onClose={close} {...handlers} />
      )}
    </>
  )
}

function NoColumn({ onShowAll }: { onShowAll: () => void }) {
  const m = useStepWords(mappingText)
  return (
    <EmptyState
      icon={IconColumns}
      title={m.noColumn}
      text={m.noColumnText}
      action={<Button onClick={onShowAll}>{m.showAll}</Button>}
    />
  )
}

interface RememberedMappingProps {
  /** The data source whose file had the same columns. */
  name: string
  /** True if its mapping is in use. */
  used: boolean
  onUse: () => void
  onBack: () => void
}

/** Offers how an earlier file of the same columns was mapped, and the way back to the suggestions. */
function RememberedMapping({ name, used, onUse, onBack }: RememberedMappingProps) {
  const t = useStepWords(mappingText)
  return (
    <div className={styles.remembered} role="status">
      <IconHistory size={18} stroke={1.6} />
      <div>
        {used ? t.usingRemembered({ name }) : t.remembered}{' '}
        <Button variant="transparent" size="compact-sm" className={styles.act} onClick={used ? onBack : onUse}>
          {used ? t.backToSuggested : t.takeRemembered({ name })}
        </Button>
      </div>
    </div>
  )
}
