import type { ComboboxData } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { wizard } from '../wizard-text.ts'
import { ColumnRules } from './ColumnRules.tsx'
import { DateQuestions } from './DateQuestions.tsx'
import { type Join, MappingReason } from './MappingReason.tsx'
import styles from './MappingTable.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { type DraftRow, isSplit, type SuggestedTarget, setTarget } from './mapping-draft.ts'
import { isProfileKey, type TargetFields, type TargetKey } from './mapping-fields.ts'
import { isWaiting, questionsOf } from './mapping-review.ts'
import { mappingText } from './mapping-text.ts'
import { NamePartRows } from './NamePartRows.tsx'
import { useStepWords } from './step-words.ts'
import { TargetPicker } from './TargetPicker.tsx'

export const NONE = 'none'
export const NEW = 'new'
export const NEW_ACTIVITY = 'new activity'
export const SPLIT = 'split'
const samplePlaces = [0, 1, 2] as const

/** A name that the server was not sure of may still be split by hand. */
const mayBeName = ({ fullName, reason, dataType }: SuggestedTarget) =>
  fullName || (reason === 'ambiguous' && dataType === 'String')

export interface RowActions {
  change: (column: string, change: Partial<DraftRow>) => void
  split: (column: string) => void
  takeTitles: (column: string) => void
  joinAddress: (column: string) => void
  newField: (column: string, place: number, of: 'profile' | 'activity') => void
  reorder: (key: TargetKey) => void
}

interface MappingRowProps {
  column: MappingAnswer['sourceSchema'][number]
  samples: readonly string[] | undefined
  row: DraftRow
  suggestion: SuggestedTarget
  clash: string | undefined
  /** The field it feeds together with others. */
  joinKey: TargetKey | undefined
  join: Join | undefined
  /** Parts of a split full name, one per line. */
  parts: string
  /** Observations about the column, one sentence per line. */
  seen: string
  recalled: string | undefined
  mayCreate: boolean
  /** Possible targets. */
  options: ComboboxData
  /** The same, and the parts of a name. */
  nameOptions: ComboboxData
  fields: TargetFields
  actions: RowActions
}

/** One column of the file and what becomes of it. Drawn again only when something of its own changes. */
export const MappingRow = memo(
  function MappingRow(props: MappingRowProps) {
    const { column, samples = [], row, suggestion, clash, fields, actions } = props
    const t = useStepWords(wizard)
    const m = useStepWords(mappingText)
    const [adding, setAdding] = useState(false)
    const { targets } = row
    const waiting = isWaiting(row, suggestion, fields)
    const questions = questionsOf(row, suggestion, fields)
    // The questions stand in a place of their own.
    const unsure = isWaiting(row, { ...suggestion, questions: [] }, fields)
    const split = isSplit(row)
    const partTargets = targets.filter(({ part }) => part !== 'whole')
    const wholes = targets.filter(({ part }) => part === 'whole')
    // A split name stands as one choice, the fields after it as choices of their own.
    const picked = split ? [undefined, ...wholes] : wholes.length > 0 ? wholes : [undefined]
    const places = adding && targets.length > 0 ? [...picked, undefined] : picked
    const partsNow = partTargets.flatMap(({ part }) => (part === 'whole' ? [] : m[`part_${part}`])).join(' + ')
    // Each part has a line of its own, unless nothing is known of the parts.
    const lines = split && suggestion.nameParts.length > 0
    const splitWords = m.splitInto({ count: partTargets.length })
    // The selected option has the same text before and after hovering.
    const named = (inLines: boolean) =>
      inLines
        ? props.nameOptions.map((one) =>
            typeof one === 'object' && 'value' in one && one.value === SPLIT ? { ...one, label: splitWords } : one,
          )
        : props.nameOptions
    const profileTargets = targets.filter(({ key }) => isProfileKey(key))

    const offers = {
      new_field: props.mayCreate ? () => actions.newField(column.id, 0, 'profile') : undefined,
      address: () => actions.joinAddress(column.id),
      title: () => actions.takeTitles(column.id),
    }
    const offered = suggestion.offer ? offers[suggestion.offer] : undefined

    const pick = (at: number, value: string) => {
      const standing = places[at]
      const place = standing ? targets.indexOf(standing) : -1
      const index = place < 0 ? targets.length : place
      const first = at === 0
      if (value === SPLIT) return actions.split(column.id)
      if (value === NEW || value === NEW_ACTIVITY) {
        setAdding(false)
        return actions.newField(column.id, first && split ? 0 : index, value === NEW ? 'profile' : 'activity')
      }
      if (value === NONE) {
        setAdding(false)
        const rest = first && split ? wholes : place < 0 ? targets : setTarget(row, place, null)
        return actions.change(column.id, { targets: rest })
      }
      setAdding(false)
      const key = value as TargetKey
      const next = first && split ? setTarget({ ...row, targets: wholes }, 0, key) : setTarget(row, index, key)
      actions.change(column.id, { targets: next })
    }
    const main = (
      <tr data-split={lines || undefined}>
        <th scope="row" className={styles.column}>
          <span className="ruam-two-lines" title={column.name}>
            {column.name}
          </span>
        </th>
        {samplePlaces.map((place) => (
          <td key={place} className={styles.sample} title={samples[place]}>
            {samples[place] || EMPTY}
          </td>
        ))}
        <td className={styles.arrow} aria-hidden>
          <IconArrowRight size={16} stroke={1.6} />
        </td>
        <td className={styles.target}>
          {places.map((target, at) => {
            const field = target && fields.get(target.key)
            const asParts = at === 0 && split
            const extra = at > 0
            return (
              <TargetPicker
                // biome-ignore lint/suspicious/noArrayIndexKey: a field is known by its place, which is chosen again
                key={at}
                column={column.id}
                label={
                  extra ? m.mapColumnAlso({ name: column.name, place: at + 1 }) : t.mapColumn({ name: column.name })
                }
                value={asParts ? SPLIT : (field?.key ?? (extra ? '' : NONE))}
                shown={
                  asParts
                    ? lines
                      ? m.splitInto({ count: partTargets.length })
                      : partsNow
                    : (field?.displayName ?? (extra ? m.chooseField : t.notMapped))
                }
                options={asParts || mayBeName(suggestion) ? named(asParts && lines) : props.options}
                field={asParts ? fields.get(partTargets[0]?.key ?? 'profile:firstName') : field}
                splits={asParts && lines}
                waiting={waiting}
                invalid={clash !== undefined}
                onPick={(value) => pick(at, value)}
              />
            )
          })}
        </td>
        <td className={styles.why}>
          {(questions.length === 0 || unsure || clash !== undefined || props.join) && (
            <MappingReason
              row={row}
              suggestion={suggestion}
              waiting={unsure}
              seen={props.seen ? props.seen.split('\n') : []}
              clash={clash}
              join={props.join}
              recalled={props.recalled}
              onOffer={offered}
              parts={props.parts ? props.parts.split('\n') : []}
              onSplit={() => actions.split(column.id)}
              onConfirm={() => actions.change(column.id, { targets })}
              onReorder={() => props.joinKey && actions.reorder(props.joinKey)}
            />
          )}
          {questions.length > 0 && (
            <DateQuestions
              name={column.name}
              samples={samples}
              row={row}
              questions={questions}
              yearExample={suggestion.yearExample}
              examples={suggestion.dateExamples}
              onChange={(change) => actions.change(column.id, change)}
            />
          )}
        </td>
        <td className={styles.overwrite}>
          {targets.length > 0 && (!lines || wholes.length > 0) && (
            <ColumnRules
              name={column.name}
              targets={lines ? profileTargets.filter(({ part }) => part === 'whole') : profileTargets}
              follows={props.join && props.join.place > 1 && targets.length === 1 ? props.join.first : undefined}
              onChange={(change) =>
                actions.change(column.id, {
                  targets: targets.map((one) =>
                    isProfileKey(one.key) && !(lines && one.part !== 'whole') ? { ...one, ...change } : one,
                  ),
                })
              }
              onAddTarget={() => setAdding(true)}
            />
          )}
        </td>
      </tr>
    )
    if (!lines) return main
    return (
      <>
        {main}
        <NamePartRows
          name={column.name}
          column={column.id}
          targets={partTargets}
          suggestion={suggestion}
          fields={fields}
          options={props.options}
          none={NONE}
          onChange={(parts) => actions.change(column.id, { targets: [...parts, ...wholes] })}
          onOther={(_, value) => actions.newField(column.id, targets.length, value === NEW ? 'profile' : 'activity')}
          onAddTarget={() => setAdding(true)}
        />
      </>
    )
  },
  (before, after) =>
    before.join?.place === after.join?.place &&
    before.join?.others === after.join?.others &&
    Object.keys(after).every((key) => key === 'join' || Object.is(before[key as never], after[key as never])),
)
