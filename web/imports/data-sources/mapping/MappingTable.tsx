import type { ComboboxData } from '@mantine/core'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useMemo } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { usesOf } from '../consents/consent-draft.ts'
import { consentsText } from '../consents/consents-text.ts'
import { wizard } from '../wizard-text.ts'
import { describeEvidence } from './evidence.ts'
import { evidenceText } from './evidence-text.ts'
import type { Join } from './MappingReason.tsx'
import { MappingRow, NEW, NEW_ACTIVITY, NONE, type RowActions, SPLIT } from './MappingRow.tsx'
import styles from './MappingTable.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { clashesOf, type Draft, feedersOf, isTitleRemoved, splitNameColumn } from './mapping-draft.ts'
import type { MappingActivityType, TargetFields, TargetKey } from './mapping-fields.ts'
import { isActivityKey, isContactKey, isProfileKey, isRowKey } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'
import { useDrawn } from './use-drawn.ts'

interface MappingTableProps {
  mapping: MappingAnswer
  draft: Draft
  fields: TargetFields
  activity: MappingActivityType | undefined
  /** Column ids to show; all when left out. */
  only: ReadonlySet<string> | undefined
  /** Key of the column filter: another one renders from the start. */
  view: string
  /** A column that has to be drawn. */
  reveal: string | undefined
  /** The data source whose mapping is in use. */
  recalled: string | undefined
  actions: RowActions
  /** True for names that are paths. */
  wideNames?: boolean | undefined
}

/** One row per column of the file. */
export function MappingTable(props: MappingTableProps) {
  const { mapping, draft, fields, activity, only, view, reveal, recalled, actions } = props
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const e = useStepWords(evidenceText)
  const consentWords = useWords(consentsText)
  const mayCreate = useMayCall(profileFields.create)
  const { sourceSchema, previewData, sourceMapping } = mapping
  const [options, nameOptions] = useOptions(fields, activity)
  const samples = useMemo(() => new Map(previewData.map(({ id, values }) => [id, values])), [previewData])
  const suggestions = useMemo(() => new Map(sourceMapping.map((one) => [one.sourceSchemaId, one])), [sourceMapping])
  const names = useMemo(() => new Map(sourceSchema.map(({ id, name }) => [id, name])), [sourceSchema])
  const clashes = useMemo(() => clashesOf(draft, fields), [draft, fields])
  const feeders = useMemo(() => feedersOf(draft), [draft])
  const columns = useMemo(() => sourceSchema.filter(({ id }) => only?.has(id) ?? true), [sourceSchema, only])
  const drawn = useDrawn(
    columns.length,
    view,
    columns.findIndex(({ id }) => id === reveal),
  )
  const seen = useMemo(
    () =>
      new Map(
        sourceMapping.map((one) => [
          one.sourceSchemaId,
          [
            ...usesOf(draft.consents, one.sourceSchemaId, consentWords),
            ...describeEvidence(one.evidence, e, (id) => names.get(id) ?? ''),
          ].join('\n'),
        ]),
      ),
    [sourceMapping, names, e, draft.consents, consentWords],
  )
  const partsOf = (column: string) =>
    splitNameColumn(draft, column)
      .flatMap(({ part }) => (part === 'whole' ? [] : [m[`part_${part}`]]))
      .join('\n')
  return (
    <table className={styles.table}>
      <colgroup>
        <col className={styles.colName} data-wide={props.wideNames ? true : undefined} />
        <col className={styles.colSample} span={3} />
        <col className={styles.colArrow} />
        <col className={styles.colTarget} />
        <col />
        <col className={styles.colRules} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t.columnInFile}</th>
          <th scope="col" colSpan={4}>
            {t.threeSamples}
          </th>
          <th scope="col">{t.mapTo}</th>
          <th scope="col">{t.confidence}</th>
          <th scope="col">{t.overwrite}</th>
        </tr>
      </thead>
      <tbody>
        {columns.slice(0, drawn.count).map((column) => {
          const row = draft.rows[column.id]
          const suggestion = suggestions.get(column.id)
          if (!row || !suggestion) return null
          const clash = clashes.get(column.id)
          const joined = row.targets.find(({ key }) => {
            const columns = feeders.get(key) ?? []
            return columns.length > 1 && !isTitleRemoved(draft, key, columns)
          })
          return (
            <MappingRow
              key={column.id}
              column={column}
              samples={samples.get(column.id)}
              row={row}
              suggestion={suggestion}
              clash={clash === undefined ? undefined : names.get(clash)}
              joinKey={joined?.key}
              join={joined && joinOf(column.id, joined.key, feeders.get(joined.key) ?? [], names)}
              parts={suggestion.fullName ? partsOf(column.id) : ''}
              seen={seen.get(column.id) ?? ''}
              recalled={recalled}
              mayCreate={mayCreate}
              options={options}
              nameOptions={nameOptions}
              fields={fields}
              actions={actions}
            />
          )
        })}
        {drawn.more && (
          <tr ref={drawn.end} aria-hidden>
            <td colSpan={8} />
          </tr>
        )}
      </tbody>
    </table>
  )
}

function joinOf(column: string, key: TargetKey, columns: readonly string[], names: ReadonlyMap<string, string>): Join {
  const others = columns.filter((one) => one !== column).map((one) => `“${names.get(one) ?? ''}”`)
  return {
    place: columns.indexOf(column) + 1,
    others: others.join(' '),
    first: names.get(columns[0] ?? '') ?? '',
    contacts: isContactKey(key),
  }
}

/** Possible targets of a column, with and without name parts. */
function useOptions(fields: TargetFields, activity: MappingActivityType | undefined): [ComboboxData, ComboboxData] {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const mayCreate = useMayCall(profileFields.create)
  return useMemo(() => {
    const items = (belongs: (key: TargetKey, type: string) => boolean) =>
      [...fields.values()]
        .filter(({ key, type }) => belongs(key, type))
        .map(({ key, displayName }) => ({ value: key as string, label: displayName }))
    const own = items((key, type) => isProfileKey(key) && type !== 'system_profile')
    const groups = [
      { group: m.activityFields({ name: activity?.name ?? '' }), items: items((key) => isActivityKey(key)) },
      { group: t.systemFields, items: items((_, type) => type === 'system_profile') },
      { group: t.ownFields, items: own },
      { group: m.ofRow, items: items((key) => isRowKey(key)) },
    ].filter((group) => group.items.length > 0)
    const none = { value: NONE, label: t.notMapped }
    const make = mayCreate ? [{ value: NEW, label: t.newField }] : []
    if (mayCreate && activity) make.push({ value: NEW_ACTIVITY, label: m.newActivityField })
    return [
      [none, ...make, ...groups],
      [none, { value: SPLIT, label: m.splitName }, ...make, ...groups],
    ]
  }, [fields, activity, mayCreate, t, m])
}
