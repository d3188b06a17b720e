import { connectionFaults } from '@ruam/contract/channels/connection.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import type { dashboard } from '@ruam/contract/reports/dashboard.ts'
import {
  IconAlertTriangle,
  IconCake,
  IconCalendarEvent,
  IconCopy,
  IconDatabaseExclamation,
  IconFileUnknown,
  IconHistory,
  IconKey,
  IconMailPause,
  IconMailX,
  IconPlugConnectedX,
  IconShieldExclamation,
  IconShieldQuestion,
  IconSpeakerphone,
  IconUnlink,
  IconUserExclamation,
  IconUserQuestion,
} from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { repairText } from '../../channels/accounts/repair-text.ts'
import { rangeDayOf } from '../../customers/profiles/day-range.ts'
import { type VisibleScreenRule, writeRule } from '../../customers/rules/rule-address.ts'
import type { Got } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { type LinkTarget, mayFollow, type RouteName } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { text } from './text.ts'
import { daysBetween, type ShopToday } from './use-shop.ts'

type Todo = Got<typeof dashboard.todo>

export interface TodoLine {
  icon: typeof IconCake
  name: string
  count: string
  detail: ReactNode
  action: string
  /** Null if no screen leads there. */
  to: (LinkTarget & { to: RouteName }) | null
}

/** Names that stand in a line. */
const NAMED = 3

/** The tasks there are, in their fixed order. One of which nothing is left is no line. */
export function useTodoLines(today: ShopToday | undefined, todo: Todo | undefined): TodoLine[] {
  const t = useWords(text)
  const repairs = useWords(repairText)
  const { language } = usePreferences()
  const format = useFormat()
  const rights = useStore().rights
  const reads = useMayOpen('profile-list')
  const answers = useMayCall(consents.record)
  const listOf = (rule: ShopToday['birthdays']['rule']) =>
    ({ to: 'profile-list', hash: writeRule(rule as VisibleScreenRule) }) as const
  const lines: (TodoLine | false | undefined)[] = []

  if (today && reads) {
    const { birthdays, quiet, unanswered, period, timeZone } = today
    const when = (day: string) => ({ 0: t.isToday, 1: t.isTomorrow })[daysBetween(period.to, day)] ?? format.date(day)
    lines.push(
      birthdays.people > 0 && {
        icon: IconCake,
        name: t.birthdays,
        count: t.people({ count: birthdays.people }),
        detail: (
          <Named
            all={birthdays.people}
            first={(birthdays.first ?? []).map(({ id, name, day }) => ({
              name: name || t.customer({ id }),
              said: when(day),
            }))}
          />
        ),
        action: t.seeList,
        to: { to: 'work-list', params: { kind: 'birthdays' } },
      },
      todo !== undefined && followUps(),
      quiet.people > 0 && {
        icon: IconUserExclamation,
        name: t.quietBest,
        count: t.people({ count: quiet.people }),
        detail: (
          <Named
            all={quiet.people}
            first={(quiet.first ?? []).slice(0, NAMED).map(({ id, name, boughtAt }) => ({
              name: name || t.customer({ id }),
              said: t.notBought({ count: daysBetween(rangeDayOf(timeZone, new Date(boughtAt)), period.to) }),
            }))}
          />
        ),
        action: t.seeList,
        to: { to: 'work-list', params: { kind: 'quiet' } },
      },
    )
    if (todo) lines.push(...rowLines())
    lines.push(
      approvals(),
      answers &&
        unanswered !== null &&
        unanswered.people > 0 && {
          icon: IconShieldQuestion,
          name: t.unanswered,
          count: t.people({ count: unanswered.people }),
          detail: (
            <span>
              <b>{unanswered.purpose}</b> · {t.unansweredText}
            </span>
          ),
          action: t.seeList,
          to: listOf(unanswered.rule),
        },
    )
  } else if (todo) lines.push(followUps(), ...rowLines(), approvals())

  if (todo) {
    lines.unshift(
      Boolean(todo.heldAfterRestore) && {
        ...{
          icon: IconHistory,
          name: t.held,
          count: t.broadcasts({ count: todo.heldAfterRestore! }),
          detail: t.heldDetail,
        },
        ...{ action: t.decide, to: { to: 'dashboard', search: { tab: 'held' } } },
      },
    )
    lines.push(
      Boolean(todo.duplicates) && {
        ...{ icon: IconCopy, name: t.duplicates, count: t.pairs({ count: todo.duplicates! }), detail: '' },
        ...{ action: t.decide, to: { to: 'profile-duplicate' } },
      },
      Boolean(todo.brokenChannels) && {
        ...{ icon: IconPlugConnectedX, name: t.brokenChannels, count: t.accounts({ count: todo.brokenChannels! }) },
        ...brokenChannel(todo.brokenChannel),
      },
      Boolean(todo.setAsideEvents) && {
        ...{ icon: IconMailPause, name: t.setAsideEvents, count: t.events({ count: todo.setAsideEvents! }) },
        ...{ detail: '', action: t.correct, to: { to: 'online-log', search: { range: 'own', status: 'set_aside' } } },
      },
      Boolean(todo.deadLetters) && {
        ...{ icon: IconMailX, name: t.deadLetters, count: t.items({ count: todo.deadLetters! }) },
        ...{ detail: '', action: t.correct, to: { to: 'data-source-openapi-connector' } },
      },
      Boolean(todo.programLetters) && {
        ...{ icon: IconMailX, name: t.programLetters, count: t.items({ count: todo.programLetters! }) },
        ...{ detail: '', action: t.correct, to: { to: 'data-source-openapi-key', search: { show: 'concern' } } },
      },
      Boolean(todo.privacyRequests) && {
        ...{ icon: IconShieldExclamation, name: t.privacyRequests, detail: '' },
        ...{ count: t.requests({ count: todo.privacyRequests! }), action: t.answerThem, to: { to: 'setting-privacy' } },
      },
      Boolean(todo.endingCredentials) && {
        ...{ icon: IconKey, name: t.endingCredentials, count: t.secrets({ count: todo.endingCredentials! }) },
        ...{ detail: '', action: t.correct, to: { to: 'data-source-openapi-key' } },
      },
      Boolean(todo.brokenSegments) && {
        ...{ icon: IconUnlink, name: t.brokenSegments, count: t.segments({ count: todo.brokenSegments! }), detail: '' },
        ...{ action: t.correct, to: { to: 'segmentation-list' } },
      },
      // Made on the server itself, where no screen leads.
      Boolean(todo.daysWithoutBackup) && {
        ...{ icon: IconDatabaseExclamation, name: t.noBackup, count: t.days({ count: todo.daysWithoutBackup! }) },
        ...{ detail: '', action: '', to: null },
      },
    )
  }
  return lines.filter((line): line is TodoLine => Boolean(line)).filter(({ to }) => !to || mayFollow(rights, to.to))

  /** Names the account with the gravest fault, and the step that mends it. */
  function brokenChannel(first: Todo['brokenChannel']): Pick<TodoLine, 'detail' | 'action' | 'to'> {
    const { fault, repair } = first?.connection ?? { fault: null, repair: null }
    if (!first || fault === null) return { detail: '', action: t.correct, to: { to: 'setting-line-oa' } }
    const said = connectionFaults[fault].title[language]
    const search = { account: String(first.id), ...(first.module && { type: 'module' }) }
    return {
      detail: <Named all={todo!.brokenChannels!} first={[{ name: first.name, said }]} others={t.andAccounts} />,
      action: repair === null ? t.correct : repairs[repair],
      to: { to: 'setting-line-oa', search },
    }
  }

  function followUps(): TodoLine | false {
    const due = todo?.followUps
    if (!due || due.total === 0) return false
    return {
      ...{ icon: IconCalendarEvent, name: t.followUps, count: t.notes({ count: due.total }), action: t.seeList },
      detail: (
        <Named
          all={due.total}
          first={due.first.map(({ id, name, day }) => ({
            name: name || t.customer({ id }),
            said: today && daysBetween(today.period.to, day) === 0 ? t.isToday : format.date(day),
          }))}
        />
      ),
      to: { to: 'work-list', params: { kind: 'follow-ups' } },
    }
  }

  function rowLines(): (TodoLine | false)[] {
    return [
      waitingFiles(),
      rowLine(IconUserQuestion, t.waitingRows, todo!.waitingRows, 'held', t.decide),
      rowLine(IconAlertTriangle, t.failedRows, todo!.failedRows, 'failed', t.correct),
    ]
  }

  function waitingFiles(): TodoLine | false {
    const { total = 0, first } = todo?.waitingFiles ?? {}
    return (
      total > 0 &&
      !!first && {
        ...{ icon: IconFileUnknown, name: t.waitingFiles, count: t.files({ count: total }), action: t.decide },
        detail: <Named all={total} first={[{ name: first.watch.name, said: first.name }]} others={t.andFiles} />,
        to:
          total === 1 ? { to: 'watch-file', params: { watchId: first.watch.id, fileId: first.id } } : { to: 'watches' },
      }
    )
  }

  function rowLine(
    icon: TodoLine['icon'],
    name: string,
    found: Todo['failedRows'],
    status: string,
    action: string,
  ): TodoLine | false {
    if (!found || found.rows === 0) return false
    const [only, ...others] = found.sources
    return {
      ...{ icon, name, action, count: t.rows({ count: found.rows }) },
      detail: <span>{found.sources.map((one) => `${one.name} ${format.formatNumber(one.rows)}`).join(' · ')}</span>,
      to:
        only && others.length === 0
          ? { to: 'data-source-v2-list-output', params: { dataSourceId: only.id }, search: { status }, hash: 'records' }
          : { to: 'data-source-v2-list' },
    }
  }

  function approvals(): TodoLine | false {
    const count = todo?.broadcastApprovals ?? 0
    const oldest = todo?.broadcast
    return (
      count > 0 && {
        ...{ icon: IconSpeakerphone, name: t.broadcastApprovals, count: t.broadcasts({ count }) },
        detail: <Named all={count} first={[{ name: oldest?.name ?? '', said: '' }]} others={t.andBroadcasts} />,
        action: t.approve,
        to:
          count === 1 && oldest
            ? { to: 'broadcast-edit', params: { broadcastId: oldest.id } }
            : { to: 'broadcast-list', search: { status: 'draft' } },
      }
    )
  }
}

interface NamedProps {
  all: number
  first: readonly { name: string; said: string }[]
  others?: (of: { count: number }) => string
}

/** Names the first few, on a phone one, and counts the others. */
function Named({ all, first, others }: NamedProps) {
  const t = useWords(text)
  const phone = usePhone()
  const named = phone ? first.slice(0, 1) : first
  const rest = all - named.length
  if (named.length === 0) return null
  return (
    <>
      <span>
        {named.map(({ name, said }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two customers may share a name
          <Fragment key={index}>
            {index > 0 && ' · '}
            <b>{name}</b> {said}
          </Fragment>
        ))}
      </span>
      {rest > 0 && <span>{(others ?? t.andOthers)({ count: rest })}</span>}
    </>
  )
}
