import { useMediaQuery } from '@mantine/hooks'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconFileText,
  IconHelpCircle,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { LabelPicker } from '../../../customers/labels/LabelPicker.tsx'
import { usePreferences } from '../../../data/preferences.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { MappingDialogs } from '../mapping/MappingDialogs.tsx'
import type { MappingAnswer } from '../mapping/mapping-answer.ts'
import { feedersOf } from '../mapping/mapping-draft.ts'
import { isActivityKey, isProfileKey, type MappingActivityType } from '../mapping/mapping-fields.ts'
import { mappingText } from '../mapping/mapping-text.ts'
import { SourceUnread } from '../SourceUnread.tsx'
import { text } from '../text.ts'
import type { DataSourceOfStore } from '../use-source.ts'
import { Card } from './Card.tsx'
import { baht, daysBetween, FEW_DAYS, monthText } from './figures.ts'
import { OddList } from './OddList.tsx'
import { odditiesOf } from './oddities.tsx'
import styles from './Understood.module.css'
import { understoodText } from './understood-text.ts'
import { type MappingForm, type Understood as Understanding, useUnderstood } from './use-understood.ts'
import { OrderRows, WhatCard } from './WhatCard.tsx'
import { WhoCard } from './WhoCard.tsx'

interface UnderstoodProps {
  form: MappingForm
  mapping: MappingAnswer
  types: readonly MappingActivityType[]
  source: DataSourceOfStore
  /** Opens the table of columns at these; at all without any. */
  onColumns: (columns?: readonly string[]) => void
}

const cards = ['who', 'what', 'odd'] as const
type CardName = (typeof cards)[number]

/** Width from which on the three cards stand side by side. */
const SIDE_BY_SIDE = '(min-width: 1200px)'

/** Says in sentences what a file holds, before its table of columns. */
export function Understood({ form, mapping, types, source, onColumns }: UnderstoodProps) {
  const t = useWords(understoodText)
  const isWide = useMediaQuery(SIDE_BY_SIDE, undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<CardName | 'none'>()
  const [full, setFull] = useState(false)
  const read = useUnderstood(source.id, form)
  const understood = read.data
  const { draft, fields, change } = form.mapper
  const { making, open: _, close, ...handlers } = form.dialog
  const mayCreate = useMayCall(profileFields.create)
  const dialogs = mayCreate && making && (
    <MappingDialogs making={making} mapping={mapping} draft={draft} fields={fields} onClose={close} {...handlers} />
  )
  if (!understood) return read.error ? <SourceUnread read={read} /> : <Bones />
  const recall =
    mapping.remembered && !mapping.saved && !form.mapper.remembered ? () => form.mapper.recall(true) : undefined
  const oddities = odditiesOf(
    {
      mapping,
      draft,
      fields,
      understood,
      warnings: source.file?.warnings ?? [],
      change,
      recall,
      openColumns: onColumns,
    },
    t,
  )
  const questions = oddities.filter(({ kind }) => kind === 'question').length
  const notes = oddities.length - questions
  const { customers, purchases } = understood
  const asked = form.mapper.problem === 'keysNeeded' ? 'who' : questions > 0 ? 'odd' : 'what'
  const opened = chosen ?? asked
  const isStacked = !isWide || full
  const fold = (card: CardName) =>
    isStacked
      ? {
          open: full ? card === 'what' : opened === card,
          onFold: () => {
            if (full) setFull(false)
            setChosen(opened === card ? 'none' : card)
          },
        }
      : {}
  const feeders = feedersOf(draft)
  const fedBy = (belongs: typeof isProfileKey) => [
    ...new Set([...feeders].flatMap(([key, columns]) => (belongs(key) ? columns : []))),
  ]
  const link = (columns: readonly string[]) =>
    columns.length > 0 ? { label: t.columns({ count: columns.length }), onOpen: () => onColumns(columns) } : undefined
  const ofPeople = fedBy(isProfileKey)
  const ofPurchases = fedBy(isActivityKey)
  const others = mapping.sourceSchema
    .map(({ id }) => id)
    .filter((id) => !ofPeople.includes(id) && !ofPurchases.includes(id))
  const count = customers.count
  return (
    <>
      <div className={styles.page} data-scroll aria-busy={read.isFetching}>
        <FileLine source={source} columns={mapping.sourceSchema.length} />
        <Sentence understood={understood} />
        <div className={styles.cards} data-stacked={isStacked}>
          <Card
            icon={IconUsers}
            title={t.who}
            about={customers.exact ? t.whoCount({ count }) : t.whoAbout({ count })}
            columns={link(ofPeople)}
            {...fold('who')}
          >
            <WhoCard form={form} mapping={mapping} understood={understood} />
          </Card>
          <Card
            icon={IconShoppingBag}
            title={t.what}
            about={purchases ? t.whatCount({ count: purchases.count }) : t.whatNothing}
            columns={link(ofPurchases)}
            {...fold('what')}
          >
            <div className={full ? styles.beside : undefined}>
              <div>
                <WhatCard
                  form={form}
                  mapping={mapping}
                  types={types}
                  understood={understood}
                  name={source.name}
                  onOrders={isWide && !full ? () => setFull(true) : undefined}
                />
              </div>
              {purchases && purchases.orders.length > 0 && isStacked && <OrderRows purchases={purchases} />}
            </div>
          </Card>
          <Card
            icon={IconHelpCircle}
            title={t.odd}
            about={`${questions > 0 ? t.questions({ count: questions }) : t.noQuestions}${notes > 0 ? ` · ${t.notes({ count: notes })}` : ''}`}
            columns={link(others)}
            {...fold('odd')}
          >
            <OddList oddities={oddities} />
          </Card>
        </div>
      </div>
      <AllColumns form={form} onColumns={onColumns} />
      <Coming understood={understood} draft={draft} />
      {dialogs}
    </>
  )
}

function FileLine({ source, columns }: { source: DataSourceOfStore; columns: number }) {
  const s = useWords(text)
  return (
    <p className={styles.file}>
      <IconFileText size={16} stroke={1.6} />
      <strong>{source.file?.fileName}</strong>
      <span>
        {source.file?.rowCount != null && `${s.rows({ count: source.file.rowCount })} · `}
        {s.columns({ count: columns })}
      </span>
    </p>
  )
}

/** The file in one sentence. Figures that were not counted say so. */
function Sentence({ understood: { customers, purchases, rows, read } }: { understood: Understanding }) {
  const t = useWords(understoodText)
  const format = useFormat()
  const { language } = usePreferences()
  const isWhole = read === rows
  const dayText = (day: string, other: string) =>
    Math.abs(daysBetween(day, other)) > FEW_DAYS ? monthText(day, format.era, language) : format.date(day)
  const { firstDay: from, lastDay: to } = purchases ?? { firstDay: null, lastDay: null }
  return (
    <h1 className={styles.says} data-heading tabIndex={-1}>
      {customers.exact ? t.fileHas : t.fileHasAbout} <b>{t.customersCount({ count: customers.count })}</b>
      {purchases && (
        <>
          {' '}
          {isWhole ? t.and : t.andAbout} <b>{t.purchasesCount({ count: purchases.count })}</b>{' '}
          {isWhole ? t.sum : t.sumAbout} <b>{t.baht({ sum: baht(purchases.sum) })}</b>{' '}
          {from && to && (
            <span className={styles.days}>
              {from === to
                ? t.onDay({ from: format.date(from) })
                : t.since({ from: dayText(from, to), to: dayText(to, from) })}
            </span>
          )}
        </>
      )}
    </h1>
  )
}

/** The way to the table of all columns, and labels for every row. */
function AllColumns({ form, onColumns }: Pick<UnderstoodProps, 'form' | 'onColumns'>) {
  const t = useWords(understoodText)
  const m = useWords(mappingText)
  const { counts } = form.shown
  const { draft, change } = form.mapper
  const maySeeLabels = useMayCall(labels.list)
  return (
    <div className={styles.all}>
      <button type="button" className={styles.allColumns} onClick={() => onColumns()}>
        <IconChevronRight size={18} stroke={1.6} />
        <strong>{t.allColumns({ count: counts.all })}</strong>
        <span className={styles.mapped}>
          {t.mapped({ count: counts.mapped })} · {t.leftOut({ count: counts.ignored + counts.waiting })}
        </span>
      </button>
      {maySeeLabels && (
        <div className={styles.labels}>
          <span>{m.labelsOfRows}</span>
          <LabelPicker
            label={m.labelsOfRows}
            value={draft.labels}
            onChange={(chosen) => change((before) => ({ ...before, labels: chosen }))}
          />
        </div>
      )}
    </div>
  )
}

/** What will come in. */
function Coming({ understood, draft }: { understood: Understanding; draft: MappingForm['mapper']['draft'] }) {
  const t = useWords(understoodText)
  const { rows, keyless, failing, unread, purchases } = understood
  const stays = (draft.keyless === 'fail' ? keyless.count : 0) + failing
  const waiting = purchases?.waiting
  const empty = unread.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className={styles.coming}>
      <p role="status">
        {draft.lines && purchases ? (
          <>
            <b>{t.comingOrders({ count: purchases.coming.count })}</b> {t.baht({ sum: baht(purchases.coming.sum) })}
          </>
        ) : (
          <>
            <b>{t.comingRows({ count: rows - stays, total: rows })}</b>{' '}
            {purchases && t.comingSum({ sum: baht(draft.keyless === 'fail' ? purchases.coming.sum : purchases.sum) })}
          </>
        )}
      </p>
      {waiting && waiting.rows > 0 && (
        <p className={styles.amber}>
          <IconAlertTriangle size={16} stroke={1.6} />
          {t.waitingRows({ count: waiting.rows, sum: baht(waiting.sum) })}
        </p>
      )}
      {empty > 0 && (
        <p className={styles.amber}>
          <IconAlertTriangle size={16} stroke={1.6} />
          {t.emptyCells({ count: empty })}
        </p>
      )}
    </div>
  )
}
