import type { Icon } from '@tabler/icons-react'
import {
  IconClockPause,
  IconColumns3,
  IconEyeOff,
  IconHelpCircle,
  IconHistory,
  IconInfoCircle,
  IconMask,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ConsentColumn } from '../consents/ConsentColumns.tsx'
import { sentConsents } from '../consents/consent-draft.ts'
import { DateQuestions } from '../mapping/DateQuestions.tsx'
import { leftColumnsOf, mapLeftColumns } from '../mapping/left-columns.ts'
import type { MappingAnswer } from '../mapping/mapping-answer.ts'
import { changeRow, type Draft } from '../mapping/mapping-draft.ts'
import type { TargetFields } from '../mapping/mapping-fields.ts'
import { isWaiting, questionsOf } from '../mapping/mapping-review.ts'
import { baht } from './figures.ts'
import type { understoodText } from './understood-text.ts'
import type { Understood } from './use-understood.ts'

/** What is known of a file when its oddities are listed. */
interface OddContext {
  mapping: MappingAnswer
  draft: Draft
  fields: TargetFields
  understood: Understood
  /** Sentences about what the file's reader dropped. */
  warnings: readonly string[]
  change: (next: (before: Draft) => Draft) => void
  /** Takes the mapping of an earlier file; absent once it is in use. */
  recall: (() => void) | undefined
  /** Opens the table of columns at these. */
  openColumns: (columns: readonly string[]) => void
}

/** Something odd about a file. A question stays open until it is answered, and blocks nothing. */
export interface Oddity {
  key: string
  kind: 'question' | 'note'
  icon: Icon
  title: string
  text?: string | undefined
  body?: ReactNode
  action?: { label: string; onPress: () => void }
}

type Words = ReturnType<(typeof understoodText)['in']>
type FindOddities = (context: OddContext, t: Words) => Oddity[]

const columnName = ({ sourceSchema }: MappingAnswer, id: string) =>
  sourceSchema.find((column) => column.id === id)?.name ?? ''

/** Dates that can be read in two ways. */
const dates: FindOddities = ({ mapping, draft, fields, change }, t) =>
  mapping.sourceMapping.flatMap((suggestion): Oddity[] => {
    const id = suggestion.sourceSchemaId
    const row = draft.rows[id]
    const questions = row ? questionsOf(row, suggestion, fields) : []
    if (!row || questions.length === 0) return []
    const samples = mapping.previewData.find((one) => one.id === id)?.values ?? []
    const name = columnName(mapping, id)
    return [
      {
        ...{ key: `date ${id}`, icon: IconHelpCircle, title: t.datesOpen({ column: name }), text: t.datesOpenText },
        kind: isWaiting({ ...row, reviewed: true }, suggestion, fields) ? 'question' : 'note',
        body: (
          <DateQuestions
            name={name}
            samples={samples}
            row={row}
            questions={questions}
            yearExample={suggestion.yearExample}
            examples={suggestion.dateExamples}
            onChange={(part) => change((before) => changeRow(before, id, part))}
          />
        ),
      },
    ]
  })

/** Columns that were guessed by their cells. */
const guesses: FindOddities = ({ mapping, draft, fields, change }, t) =>
  mapping.sourceMapping.flatMap((suggestion): Oddity[] => {
    const id = suggestion.sourceSchemaId
    const row = draft.rows[id]
    const target = row?.targets[0]
    if (!row || !target || suggestion.reason !== 'content' || row.reviewed) return []
    return [
      {
        ...{ key: `guess ${id}`, kind: 'question', icon: IconHelpCircle },
        title: t.guessTitle({ column: columnName(mapping, id) }),
        text: t.guessText({ field: fields.get(target.key)?.displayName ?? '' }),
        action: { label: t.keepGuess, onPress: () => change((before) => changeRow(before, id, { reviewed: true })) },
      },
    ]
  })

/** Answers to purposes: a question until somebody has said who asked. */
const consents: FindOddities = ({ mapping, draft, change }, t) =>
  draft.consents.map(
    (one, place): Oddity => ({
      ...{ key: `consent ${one.column}`, icon: IconHelpCircle },
      kind: sentConsents([one])[0]!.statement === null ? 'question' : 'note',
      title: t.consentOpen({ column: columnName(mapping, one.column) }),
      body: (
        <ConsentColumn
          consent={one}
          mapping={mapping}
          onChange={(next) =>
            change((before) => ({ ...before, consents: before.consents.toSpliced(place, 1, ...(next ? [next] : [])) }))
          }
        />
      ),
    }),
  )

/** Orders with two buyers, days or totals. */
const waitingOrders: FindOddities = ({ understood: { purchases } }, t) =>
  purchases && purchases.waiting.count > 0
    ? [
        {
          ...{ key: 'orders', kind: 'note', icon: IconClockPause },
          title: t.ordersWait({ count: purchases.waiting.count }),
          text: t.ordersWaitText({ sum: baht(purchases.waiting.sum) }),
        },
      ]
    : []

/** Cells that stay empty. */
const unreadCells: FindOddities = ({ mapping, understood: { unread }, openColumns }, t) => {
  const count = unread.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return []
  const text = unread.map((one) => `${columnName(mapping, one.column)} ${one.count.toLocaleString('en')}`).join(' · ')
  const columns = unread.map(({ column }) => column)
  const action = { label: t.seeColumn, onPress: () => openColumns(columns) }
  return [{ key: 'unread', kind: 'note', icon: IconEyeOff, title: t.unreadTitle({ count }), text, action }]
}

/** How an earlier file of the same columns was mapped. */
const earlierFile: FindOddities = ({ mapping: { remembered }, recall }, t) =>
  remembered && recall
    ? [
        {
          ...{ key: 'remembered', kind: 'note', icon: IconHistory, title: t.rememberedTitle },
          action: { label: t.takeRemembered({ name: remembered.name }), onPress: recall },
        },
      ]
    : []

/** Columns that a marketplace hides. */
const masked: FindOddities = ({ mapping }, t) =>
  mapping.sourceMapping
    .filter(({ reason }) => reason === 'masked')
    .map(({ sourceSchemaId: id }) => ({
      ...{ key: `masked ${id}`, kind: 'note', icon: IconMask, text: t.maskedText },
      title: t.maskedTitle({ column: columnName(mapping, id) }),
    }))

const failingRows: FindOddities = ({ understood: { failing } }, t) =>
  failing === 0
    ? []
    : [
        {
          key: 'failing',
          kind: 'note',
          icon: IconEyeOff,
          title: t.failingTitle({ count: failing }),
          text: t.failingText,
        },
      ]

/** Columns that hold something of customers and feed nothing. */
const leftWithPeople: FindOddities = (context, t) =>
  leftColumnsOf(context.mapping, context.draft, context.fields).map((left): Oddity => {
    const { change, fields, openColumns } = context
    const use = () =>
      left.target === null ? openColumns([left.id]) : change((before) => mapLeftColumns(before, [left], fields))
    return {
      ...{ key: `holds ${left.id}`, kind: 'note', icon: IconHelpCircle, title: t.leftHolds({ column: left.name }) },
      action: { label: left.target === null ? t.seeColumn : t.useColumn, onPress: use },
    }
  })

/** All columns that stay out. */
const leftOut: FindOddities = ({ mapping, draft, openColumns }, t) => {
  const taken = new Set(draft.consents.flatMap((one) => [one.column, one.grantedAtColumn]))
  for (const column of Object.values(draft.lines ?? {})) taken.add(column)
  const left = mapping.sourceSchema.filter(({ id }) => draft.rows[id]?.targets.length === 0 && !taken.has(id))
  if (left.length === 0) return []
  const action = { label: t.seeColumn, onPress: () => openColumns(left.map(({ id }) => id)) }
  const text = left.map(({ name }) => name).join(' · ')
  return [{ key: 'left', kind: 'note', icon: IconColumns3, title: t.leftTitle({ count: left.length }), text, action }]
}

const fileWarnings: FindOddities = ({ warnings }, t) =>
  warnings.map((text) => ({ key: text, kind: 'note', icon: IconInfoCircle, title: t.fileNote, text }))

/** All kinds of oddities in the order they are shown, questions first. A part adds its own here. */
const kinds: readonly FindOddities[] = [
  ...[dates, guesses, consents, earlierFile],
  ...[waitingOrders, failingRows, unreadCells, masked],
  ...[leftWithPeople, leftOut, fileWarnings],
]

/** Lists what is odd about a file. */
export const odditiesOf = (context: OddContext, t: Words): Oddity[] =>
  kinds
    .flatMap((find) => find(context, t))
    .toSorted((a, b) => Number(b.kind === 'question') - Number(a.kind === 'question'))
