import { automationPeople } from '@ruam/contract/automations/people.ts'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { text as broadcastText } from '../../broadcasts/text.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber, formatPhone } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { actText } from '../act-text.ts'
import { type Automation, LOOK_MS, numberedSteps } from '../automation.ts'
import { Sentence } from '../Sentence.tsx'
import { useNamedSteps } from '../use-named-steps.ts'
import { useStepWords } from '../use-step-words.ts'
import { type Group, type PersonOnTheWay, readGroup, writeGroup } from './groups.ts'
import styles from './People.module.css'
import { PeopleGroups } from './PeopleGroups.tsx'
import { peopleText } from './people-text.ts'
import { useEndWords } from './use-end-words.ts'

type NamedPersonStep = NonNullable<PersonOnTheWay['step']>

/** Customers of an automation: by step while they are on the way, by the way that they took once they have ended. */
export default function AutomationPeople({ automation }: { automation: Automation }) {
  const t = useWords(peopleText)
  const phone = usePhone()
  const view = useView({ sorts: ['step'], sort: 'step', limit: 50, filters: { at: 'text' } })
  const { offset, limit, keyword } = view.query
  const { at } = view.filters
  const end = /^end-(\w+)-(.+)$/.exec(at ?? '')
  const read = useRead(
    automationPeople.list,
    {
      params: { id: automation.id },
      query: {
        ...{ offset, limit },
        ...(keyword && { keyword }),
        state: at?.startsWith('end') ? 'ended' : 'on_the_way',
        ...(at?.startsWith('step-') && { step: at.slice('step-'.length) }),
        ...(end && { reason: end[1] as never, branch: end[2] }),
      },
    },
    { poll: () => automation.status === 'active' && LOOK_MS },
  )
  const columns = useColumns(automation, at?.startsWith('end') ?? false)
  const card = usePersonCard(automation)
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const page = read.data
  const chosen = readGroup(at, page.ended)
  const choose = (group: Group) => view.show({ filters: { at: writeGroup(group) } })
  const groups = <PeopleGroups automation={automation} page={page} chosen={chosen} onChoose={choose} phone={phone} />
  return (
    <div className={styles.columns}>
      {!phone && groups}
      <div className={styles.list}>
        {page.hidden ? (
          <>
            {phone && <Toolbar>{groups}</Toolbar>}
            <EmptyState icon={IconLock} title={t.hidden} text={t.hiddenText} />
          </>
        ) : (
          <>
            <Toolbar>
              {phone && groups}
              <ListSearch view={view} label={t.search} />
              {!phone && chosen.state === 'on_the_way' && <span className={styles.order}>{t.order}</span>}
            </Toolbar>
            <DataTable
              label={t.label}
              of="customers"
              columns={columns}
              read={{ ...read, data: page }}
              rowKey={({ runId }) => runId}
              view={{ ...view, narrowed: view.keyword !== '' }}
              link={({ profile }) => ({ to: 'profile-detail', params: { profileId: profile.id } })}
              card={phone ? card : undefined}
              summary={<strong>{t.count({ count: page.total })}</strong>}
              empty={{
                icon: IconUsers,
                title: chosen.state === 'ended' ? t.emptyEnded : t.emptyTitle,
                text: t.emptyText,
              }}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** Says the steps of a customer, conditions by the definition where they are still in it. */
function usePersonWords(automation: Automation) {
  const t = useWords(peopleText)
  const a = useWords(actText)
  const b = useWords(broadcastText)
  const format = useFormat()
  const { named } = useNamedSteps(automation)
  const words = useStepWords()
  const steps = numberedSteps(automation.definition.steps)
  const known = (step: NamedPersonStep) => {
    if (step.kind !== 'condition') return step
    const present = steps.find(({ step: { id, kind } }) => id === step.id && kind === 'condition')
    return present ? named(present.step) : step
  }
  const when = (at: string | null) =>
    format.date(at) === format.date(new Date().toISOString()) ? t.today({ time: format.time(at) }) : format.dateTime(at)
  /** Messages that the customer got, or why none came. */
  const messages = ({ messages, lastMessage }: PersonOnTheWay) => {
    if (messages > 0 || !lastMessage) return formatNumber(messages)
    const { status, reason } = lastMessage
    if (status === 'failed') return b.failedRow
    if (status === 'queued') return formatNumber(0)
    return reason === 'quota' ? a.quotaGone : reason ? b[reason] : formatNumber(messages)
  }
  return {
    at: (step: NamedPersonStep | null) => step && words.brief(known(step)),
    next: ({ next, dueAt, waitsFor }: PersonOnTheWay) => ({
      what: next ? words.sentence(known(next)) : t.endsThen,
      when: [when(dueAt), waitsFor && a[waitsFor]].filter(Boolean).join(' · '),
    }),
    messages,
  }
}

function useColumns(automation: Automation, isEnded: boolean): TableColumn<PersonOnTheWay, 'step'>[] {
  const t = useWords(peopleText)
  const format = useFormat()
  const say = usePersonWords(automation)
  const endWords = useEndWords(automation)
  const customer = {
    id: 'customer',
    title: t.customer,
    cut: 150,
    cell: ({ profile }: PersonOnTheWay) => profile.name || profile.id,
  }
  const messages = { id: 'messages', title: t.messages, align: 'right', width: 120, cell: say.messages } as const
  if (isEnded)
    return [
      customer,
      {
        id: 'why',
        title: t.why,
        cell: ({ branch, endReason }) => endReason && endWords({ branch, reason: endReason }),
      },
      { id: 'entered', title: t.entered, width: 190, quiet: true, cell: ({ enteredAt }) => format.dateTime(enteredAt) },
      { id: 'ended', title: t.endedAt, width: 190, quiet: true, cell: ({ endedAt }) => format.dateTime(endedAt) },
      messages,
    ]
  return [
    customer,
    { id: 'at', title: t.at, cut: 110, cell: ({ step }) => say.at(step) },
    { id: 'since', title: t.since, width: 190, quiet: true, cell: ({ since }) => format.dateTime(since) },
    {
      id: 'next',
      title: t.next,
      cell: (one) => {
        const { what, when } = say.next(one)
        return (
          <span className={styles.next}>
            <span>
              <Sentence sentence={what} />
            </span>
            <small>{when}</small>
          </span>
        )
      },
    },
    messages,
  ]
}

function usePersonCard(automation: Automation) {
  const t = useWords(peopleText)
  const format = useFormat()
  const say = usePersonWords(automation)
  const endWords = useEndWords(automation)
  return (one: PersonOnTheWay) => {
    const { profile, step, endReason, branch, endedAt } = one
    const { what, when } = say.next(one)
    return (
      <div className={styles.card}>
        <strong className="ruam-two-lines">{profile.name || profile.id}</strong>
        <span>{formatPhone(profile.phone)}</span>
        {endReason ? (
          <span>
            {endWords({ branch, reason: endReason })} · {format.dateTime(endedAt)}
          </span>
        ) : (
          <>
            <span>{say.at(step)}</span>
            <span>
              <Sentence sentence={what} /> · {when}
            </span>
          </>
        )}
        <span>
          {t.messages} {say.messages(one)}
        </span>
      </div>
    )
  }
}
