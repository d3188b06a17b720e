import { Button } from '@mantine/core'
import { automationStatuses } from '@ruam/contract/automations/automation.ts'
import { automations } from '@ruam/contract/automations/automations.ts'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useMayCall } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { RouteLink, useGo } from '../../ui/route.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { AutomationStatus } from '../AutomationStatus.tsx'
import { type AutomationSummary, LOOK_MS } from '../automation.ts'
import { automationText } from '../automation-text.ts'
import { AutomationActions } from './AutomationActions.tsx'
import styles from './AutomationList.module.css'
import { automationListText } from './automation-list-text.ts'
import { ConflictLine } from './ConflictLine.tsx'
import { EffectCell, hasEffect, NameCell, OnTheWayCell, TriggerCell } from './cells.tsx'
import { TemplateCards } from './TemplateCards.tsx'

const sorts = ['created_at', 'updated_at', 'name'] as const

/** Templates below the list. */
const CARDS = 3

const link = ({ id }: AutomationSummary) => ({ to: 'automation', params: { automationId: id } }) as const

/** The automations of the store. `head`: the tabs above, with the button that creates one. */
export function AutomationList({ head }: { head: (actions: ReactNode) => ReactNode }) {
  const t = useWords(automationListText)
  const a = useWords(automationText)
  const phone = usePhone()
  const go = useGo()
  const mayCreate = useMayCall(automations.create)
  const create = useWrite(automations.create)
  const view = useView({ sorts, sort: 'created_at', limit: 20, filters: { status: automationStatuses } })
  const { offset, limit, keyword, sortBy, sortDir } = view.query
  const { status } = view.filters
  const list = useRead(
    automations.list,
    {
      query: {
        offset,
        limit,
        sortBy: sortBy as (typeof sorts)[number],
        sortDir,
        ...(keyword && { keyword }),
        ...(status && { status }),
      },
    },
    { poll: (page) => (page?.results.some((one) => one.status === 'active') ? LOOK_MS : false) },
  )
  const columns = useColumns()
  const card = useCard()
  const createButton = mayCreate && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
      loading={create.isPending}
      onClick={() =>
        create.mutate({ body: {} }, { onSuccess: ({ id }) => go({ to: 'automation', params: { automationId: id } }) })
      }
    >
      {t.create}
    </Button>
  )
  const sums = list.data && [
    t.sums({ onTheWay: list.data.onTheWay, messages: list.data.messages }),
    list.data.baht !== null && t.baht({ baht: formatPrice(list.data.baht) }),
  ]
  return (
    <>
      {head(createButton)}
      <Toolbar>
        <ListSearch view={view} label={t.search} />
        <PlainSelect
          aria-label={t.status}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            view.show({ filters: { status: automationStatuses.find((one) => one === value) } })
          }
        >
          {[{ value: '', label: t.anyStatus }, ...automationStatuses.map((value) => ({ value, label: a[value] }))].map(
            option,
          )}
        </PlainSelect>
        {list.data && <ConflictLine conflicts={list.data.conflicts} />}
      </Toolbar>
      <DataTable
        label={a.list}
        columns={columns}
        read={{ ...list, data: list.data && { data: list.data.results, total: list.data.total } }}
        rowKey={({ id }) => id}
        view={view}
        link={phone ? undefined : link}
        card={phone ? card : undefined}
        summary={
          list.data && (
            <>
              <strong>{t.count({ count: list.data.total })}</strong>{' '}
              <span className={styles.quiet}>{sums?.filter(Boolean).join(' ')}</span>
            </>
          )
        }
        empty={{ icon: IconBolt, title: t.emptyTitle, text: t.emptyText, action: createButton }}
        // A phone has no room for templates below a list.
        bar={
          mayCreate &&
          !phone &&
          list.data && <TemplateCards max={CARDS} names={list.data.results.map(({ name }) => name)} />
        }
      />
      {list.data?.total === 0 && !view.narrowed && mayCreate && <TemplateCards />}
    </>
  )
}

function useColumns(): TableColumn<AutomationSummary, (typeof sorts)[number]>[] {
  const t = useWords(automationListText)
  return [
    { id: 'name', title: t.name, sort: 'name', cut: 210, cell: (one) => <NameCell automation={one} /> },
    { id: 'trigger', title: t.trigger, cut: 190, cell: (one) => <TriggerCell automation={one} /> },
    {
      id: 'onTheWay',
      title: t.onTheWay,
      align: 'right',
      width: 110,
      cell: (one) => one.version !== null && <OnTheWayCell automation={one} />,
    },
    { id: 'entered', title: t.entered, align: 'right', width: 100, cell: (one) => figure(one, one.entered) },
    { id: 'messages', title: t.messages, align: 'right', width: 120, cell: (one) => figure(one, one.messages) },
    {
      id: 'effect',
      title: t.effect,
      align: 'right',
      width: 120,
      cell: (one) => hasEffect(one) && <EffectCell automation={one} />,
    },
    {
      id: 'status',
      title: t.status,
      width: 120,
      cell: ({ status, fault }) =>
        fault ? <span className={styles.fault}>{t.faulty}</span> : <AutomationStatus status={status} />,
    },
    {
      id: 'actions',
      pinned: 'end',
      title: t.actions,
      align: 'right',
      width: 80,
      cell: (one) => <AutomationActions automation={one} />,
    },
  ]
}

/** Figures of a draft are none. */
const figure = ({ version }: AutomationSummary, count: number | null) => version !== null && formatNumber(count)

function useCard() {
  const t = useWords(automationListText)
  const a = useWords(automationText)
  return (one: AutomationSummary) => (
    <div className={styles.card}>
      <div>
        <RouteLink {...link(one)}>{one.name || a.noName}</RouteLink>
        {one.fault ? <span className={styles.fault}>{t.faulty}</span> : <AutomationStatus status={one.status} />}
        <TriggerCell automation={one} />
        {one.version !== null && (
          <span className={`${styles.figures} ${styles.quiet}`}>
            <span>
              {t.onTheWay} {t.people({ count: one.onTheWay })}
            </span>
            <span>
              {t.entered} {formatNumber(one.entered)}
            </span>
            {one.messages !== null && (
              <span>
                {t.messages} {formatNumber(one.messages)}
              </span>
            )}
            {hasEffect(one) && (
              <span>
                {t.effect} <EffectCell automation={one} />
              </span>
            )}
          </span>
        )}
      </div>
      <AutomationActions automation={one} />
    </div>
  )
}
