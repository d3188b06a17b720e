import { Button } from '@mantine/core'
import { automationRehearsals } from '@ruam/contract/automations/rehearsal.ts'
import { IconChevronLeft, IconChevronRight, IconLock } from '@tabler/icons-react'
import { useMonthNames } from '../../broadcasts/calendar/use-month-names.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMayCall } from '../../ui/may.ts'
import { PagingBar } from '../../ui/PagingBar.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { ActLines } from '../ActLines.tsx'
import { type Automation, numberedSteps } from '../automation.ts'
import { useNamedSteps } from '../use-named-steps.ts'
import styles from './Rehearsal.module.css'
import { useReasonWord } from './RehearsalReasons.tsx'
import type { Rehearsal, RehearsalFigures, RehearsedPerson, Selection } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'
import type { useSelection } from './use-selection.ts'

interface PeopleProps {
  automation: Automation
  rehearsal: Rehearsal
  figures: RehearsalFigures
  view: ReturnType<typeof useSelection>['view']
  shown: Selection
  onShow: (shown: Selection) => void
}

/** Customers behind a bar, a reason or a warning, each with what would have happened and when. */
export function RehearsalPeople(props: PeopleProps) {
  const { rehearsal, shown } = props
  const t = useWords(rehearsalText)
  const may = useMayCall(automationRehearsals.people) && rehearsal.peopleOpen
  return (
    <aside className={styles.people} aria-label={t.peoplePanel}>
      {shown.of === 'month' ? <MonthHead {...props} shown={shown} /> : <OtherHead {...props} shown={shown} />}
      {may ? <List {...props} /> : <EmptyState icon={IconLock} title={t.closed} text={t.closedText} />}
    </aside>
  )
}

function MonthHead({ figures, shown, onShow }: PeopleProps & { shown: Extract<Selection, { of: 'month' }> }) {
  const t = useWords(rehearsalText)
  const names = useMonthNames()
  const index = figures.months.findIndex(({ month }) => month === shown.month)
  const bar = figures.months[index]
  if (!bar) return null
  const { month, entered, messaged, messages, baht } = bar
  const step = (to: number, name: string, Icon: typeof IconChevronLeft) => (
    <Button
      variant="subtle"
      aria-label={name}
      disabled={!figures.months[to]}
      onClick={() => figures.months[to] && onShow({ of: 'month', month: figures.months[to].month })}
    >
      <Icon size={18} stroke={1.6} />
    </Button>
  )
  return (
    <header>
      <div>
        <p>
          <strong>{names.month(month)}</strong>{' '}
          <span className={styles.quiet}>
            {baht === null ? t.ofMonth({ messages }) : t.ofMonthBaht({ messages, baht: formatPrice(baht) })}
          </span>
        </p>
        <span>
          {step(index - 1, t.former, IconChevronLeft)}
          {step(index + 1, t.next, IconChevronRight)}
        </span>
      </div>
      <Pills
        label={t.narrow}
        chosen={shown.messaged === undefined ? undefined : shown.messaged ? 'true' : 'false'}
        onChoose={(value: 'true' | 'false' | undefined) =>
          onShow({ of: 'month', month, ...(value && { messaged: value === 'true' }) })
        }
        choices={[
          { value: undefined, text: `${t.all} ${formatNumber(entered)}` },
          { value: 'true', text: `${t.messaged} ${formatNumber(messaged)}` },
          { value: 'false', text: `${t.others} ${formatNumber(entered - messaged)}` },
        ]}
      />
    </header>
  )
}

function OtherHead({ figures, shown, onShow }: PeopleProps & { shown: Exclude<Selection, { of: 'month' }> }) {
  const t = useWords(rehearsalText)
  const reasonOf = useReasonWord()
  const title = () => {
    if (shown.of === 'reason') return reasonOf(shown.reason)
    if (shown.of === 'as_today') return t.asToday({ count: figures.asToday.people })
    const conflict = figures.conflicts[shown.conflict]
    return conflict?.kind === 'undoes' ? t.undoes : t.sameDay
  }
  const back = figures.months.findLast(({ entered }) => entered > 0)?.month ?? figures.months.at(-1)?.month ?? ''
  return (
    <header>
      <div>
        <p>
          <strong>{title()}</strong> <span className={styles.quiet}>{t.allMonths}</span>
        </p>
      </div>
      <Button variant="subtle" onClick={() => onShow({ of: 'month', month: back })}>
        {t.backToMonth}
      </Button>
    </header>
  )
}

function List({ automation, view, shown }: PeopleProps) {
  const t = useWords(rehearsalText)
  const { offset, limit } = view.query
  const read = useRead(automationRehearsals.people, {
    params: { id: automation.id },
    query: {
      ...{ offset, limit },
      ...(shown.of === 'month' && { month: shown.month }),
      ...(shown.of === 'month' && shown.messaged !== undefined && { messaged: shown.messaged ? 'true' : 'false' }),
      ...(shown.of === 'reason' && { reason: shown.reason }),
      ...(shown.of === 'conflict' && { conflict: String(shown.conflict) }),
      ...(shown.of === 'as_today' && { asToday: 'any' }),
    } as never,
  })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  if (read.data.data.length === 0) return <p className={styles.none}>{t.noPeople}</p>
  return (
    <>
      <ul aria-busy={read.isFetching} data-stale={read.isPlaceholderData || undefined}>
        {read.data.data.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a customer may enter several times
          <Person key={index} automation={automation} person={person} />
        ))}
      </ul>
      <PagingBar total={read.data.total} view={view} onShow={view.show} compact />
    </>
  )
}

function Person({ automation, person }: { automation: Automation; person: RehearsedPerson }) {
  const t = useWords(rehearsalText)
  const format = useFormat()
  const { named } = useNamedSteps(automation)
  const steps = new Map(numberedSteps(automation.definition.steps).map(({ step }) => [step.id, step]))
  const acts = person.acts.map(({ step, ...act }) => {
    const known = step === null ? undefined : steps.get(step)
    return { ...act, step: known ? named(known) : null }
  })
  const { id, name } = person.profile
  return (
    <li>
      <p>
        <RouteLink to="profile-detail" params={{ profileId: id }}>
          {name || id}
        </RouteLink>
        <span className={styles.quiet}>
          {person.enteredAt ? t.enteredAt({ time: format.dateTime(person.enteredAt) }) : t.notEntered}
        </span>
      </p>
      {person.enteredAt && <ActLines acts={acts} enteredAt={person.enteredAt} />}
    </li>
  )
}
