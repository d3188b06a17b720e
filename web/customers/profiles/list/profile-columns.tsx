import { Suspense, useMemo } from 'react'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import type { TableColumn } from '../../../ui/data-table.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useFieldText } from '../field-text.ts'
import { LabelChips } from '../LabelChips.tsx'
import type { ListField } from '../list-fields.ts'
import { text } from '../text.ts'
import { fieldValueText, type ListedProfile, type ProfileListField } from '../values.ts'
import { type ColumnChoice, visibleColumns } from './columns.ts'
import { fittingChips } from './label-fit.ts'
import type { Marks } from './list-marks.tsx'
import { listText } from './list-text.ts'
import styles from './ProfileList.module.css'

const RestoreButton = lazyPart(async () => ({ default: (await import('./RestoreButton.tsx')).RestoreButton }))
const RestrictionMark = lazyPart(async () => ({
  default: (await import('../../restriction/RestrictionMark.tsx')).RestrictionMark,
}))
const ReachCell = lazyPart(() => import('../../line-link/ReachCell.tsx'))

/** For a customer without a first name: what they are known by instead. */
function Nameless({ profile, marks }: { profile: ListedProfile; marks: Marks | undefined }) {
  const t = useWords(text)
  const other = fieldValueText(profile, namedBy(profile))
  return <span className={styles.nameless}>{other ? (marks?.name(other) ?? other) : t.noName}</span>
}
const namedBy = (profile: ListedProfile) => (fieldValueText(profile, 'company') ? 'company' : 'lineDisplayName')

/** Puts the sign of a restriction next to the link of a row. */
const marked =
  (cell: TableColumn<ListedProfile>['cell']): TableColumn<ListedProfile>['cell'] =>
  (profile) =>
    profile.restrictedAt ? (
      <>
        {cell(profile)}{' '}
        <Suspense fallback={null}>
          <RestrictionMark />
        </Suspense>
      </>
    ) : (
      cell(profile)
    )

const columnOf = ({ type, name, id }: ProfileListField) => (type === 'system_profile' ? name : `field_${id}`)

/** Default width of columns in pixels. */
const widths: Readonly<Record<string, number>> = {
  updatedAt: 166,
  createdAt: 166,
  firstName: 116,
  lastName: 124,
  email: 202,
  phone: 136,
  labels: 170,
  advanceLabels: 148,
  birthDate: 120,
  address: 240,
  gender: 90,
  age: 80,
}
const byType = { String: 150, Number: 120, Date: 130, Boolean: 100 }

const quiet = new Set(['updatedAt', 'createdAt', 'email'])

/** The titles of the spec's own columns. */
export function useColumnTitles(): Readonly<Record<string, string>> {
  const t = useWords(text)
  return useMemo(
    () => ({
      updatedAt: t.updatedAt,
      createdAt: t.createdAt,
      firstName: t.firstName,
      lastName: t.lastName,
      email: t.email,
      phone: t.phone,
      businessType: t.businessType,
      company: t.company,
      labels: t.labels,
      advanceLabels: t.advanceLabels,
      lineReach: 'LINE',
    }),
    [t],
  )
}

/** The columns that are shown, with what a search has found; none can be sorted by its title (spec section 2). */
export function useProfileColumns(
  choice: readonly ColumnChoice[],
  fields: readonly ListField[],
  marks: Marks | undefined,
  rows: readonly ListedProfile[] | undefined,
): TableColumn<ListedProfile>[] {
  const titles = useColumnTitles()
  const format = useFormat()
  const say = useFieldText()
  return useMemo(() => {
    const ids = rows?.map(({ id }) => id) ?? []
    const byColumn = new Map(fields.map((field) => [field.columnId, field]))
    const shown = visibleColumns(choice)
    // Without a first name in sight the row is linked to by what stands first.
    const named = shown.some(({ columnId }) => columnId === 'firstName')
    const inSight = new Set(shown.map(({ columnId }) => columnId))
    const note =
      marks &&
      ((profile: ListedProfile) => {
        const name = named && !fieldValueText(profile, 'firstName') && namedBy(profile)
        return marks.beside(profile, (field) => inSight.has(columnOf(field)) || columnOf(field) === name)
      })
    return shown.map(({ columnId, width: own, pinned }, place): TableColumn<ListedProfile> => {
      const field = byColumn.get(columnId)
      const width = own ?? widths[columnId] ?? byType[field?.dataType ?? 'String']
      const labels = (type: 'general' | 'advanced') => (profile: ListedProfile) => {
        const ofType = profile.labels.filter((label) => label.type === type)
        return ofType.length > 0 && <LabelChips labels={ofType} max={fittingChips(ofType, width)} />
      }
      const cells: Readonly<Record<string, TableColumn<ListedProfile>['cell']>> = {
        updatedAt: (profile) => format.dateTime(profile.updatedAt),
        createdAt: (profile) => format.dateTime(profile.createdAt),
        firstName: (profile) =>
          fieldValueText(profile, 'firstName') ? value(profile) : <Nameless {...{ profile, marks }} />,
        lineReach: ({ id }) => (
          <Suspense>
            <ReachCell id={id} ids={ids} />
          </Suspense>
        ),
        labels: labels('general'),
        advanceLabels: labels('advanced'),
      }
      const value: TableColumn<ListedProfile>['cell'] = (profile) => {
        const held = profile.fields.find((one) => (field ? one.id === field.id : columnId === `field_${one.id}`))
        const said = held && say(held)
        return held && said && marks ? marks.value(held, said) : said
      }
      const isLink = columnId === 'firstName' || (!named && place === 0)
      const cell = cells[columnId] ?? value
      return {
        id: columnId,
        title: titles[columnId] ?? field?.title ?? '…',
        width,
        ...(pinned && { pinned }),
        ...(quiet.has(columnId) && { quiet: true }),
        ...(field?.dataType === 'Number' && { align: 'right' as const }),
        ...(isLink ? { link: true, note } : {}),
        cell: isLink ? marked(cell) : cell,
      }
    })
  }, [choice, fields, titles, format, say, marks, rows])
}

const ranks: Readonly<Record<string, number>> = { firstName: 2, lastName: 2, phone: 1 }
const rankOf = ({ id, pinned }: TableColumn<ListedProfile>) => (pinned ? 3 : (ranks[id] ?? 0))

/** Puts names and phone first while the side panel is open, after pinned columns: the table has no room for more. */
export const useColumnsWithPanel = (columns: TableColumn<ListedProfile>[], panelOpen: boolean) =>
  useMemo(() => (panelOpen ? columns.toSorted((a, b) => rankOf(b) - rankOf(a)) : columns), [columns, panelOpen])

/** The list of deleted customers: since when, and the way back. */
export function useDeletedColumns(columns: TableColumn<ListedProfile>[]): TableColumn<ListedProfile>[] {
  const t = useWords(listText)
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'deletedAt',
        title: t.deletedAt,
        width: 180,
        quiet: true,
        cell: (profile) => format.dateTime(profile.deletedAt),
      },
      ...columns.filter(({ id }) => id !== 'updatedAt').map((column) => ({ ...column, link: false })),
      {
        id: 'restore',
        title: t.restore,
        width: 130,
        pinned: 'end' as const,
        cell: (profile) => (
          <Suspense fallback={null}>
            <RestoreButton profile={profile} />
          </Suspense>
        ),
      },
    ],
    [columns, t, format],
  )
}
