import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import styles from './ViewsBar.module.css'
import { addressOfView, type NewDefinition, type SavedView } from './view-definition.ts'

const ViewDialog = lazyPart(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }))
const ViewMenu = lazyPart(async () => ({ default: (await import('./ViewMenu.tsx')).ViewMenu }))
const ViewSave = lazyPart(async () => ({ default: (await import('./ViewSave.tsx')).ViewSave }))
const ViewCount = lazyPart(async () => ({ default: (await import('./ViewCount.tsx')).ViewCount }))

/** Tabs with a number: each costs the server a count. */
const COUNTED = 12

interface ViewsBarProps {
  view: ListView
  views: readonly SavedView[]
  open: SavedView | undefined
  /** True if the list differs from the open view. */
  changed: boolean
  everybody: boolean
  addressOfAll: Record<string, string>
  /** The definition of what is shown, with its columns or without. */
  define: (withColumns: boolean) => NewDefinition
  onRevert: () => void
  /** Matches of the list, and all customers; undefined until the rows are there. */
  totals: { matching: string; all: number } | undefined
  onOrder: (ids: number[]) => void
  actions?: ReactNode
  /** Menu for small screens, with the way to deleted customers. */
  menu?: ReactNode
}

/** The saved views above the list, and what can be done with the one that is open. */
export function ViewsBar(props: ViewsBarProps) {
  const { view, views, open, changed, everybody, addressOfAll, define, onRevert, totals, onOrder, actions, menu } =
    props
  const t = useWords(listText)
  const mayRestore = useMayCall(profiles.restore)
  const [making, setMaking] = useState<'new' | 'rename'>()
  const [counted, setCounted] = useState(0)
  const [drag, setDrag] = useState<{ id: number; over?: number }>()
  const ids = views.map(({ id }) => id)
  const place = (id: number, to: number) => onOrder(ids.filter((one) => one !== id).toSpliced(to, 0, id))
  return (
    <div className={styles.bar}>
      <nav className={styles.views} aria-label={t.views}>
        <ul>
          <li>
            <Tab search={addressOfAll} current={everybody}>
              <span>{t.everybody}</span>
              {totals && <span className={styles.count}>{formatNumber(totals.all)}</span>}
            </Tab>
          </li>
          {views.map((one, index) => {
            const current = one.id === open?.id
            return (
              <li
                key={one.id}
                data-current={current || undefined}
                data-over={(drag?.over === one.id && drag.id !== one.id) || undefined}
                onDragStart={() => setDrag({ id: one.id })}
                onDragOver={(event) => {
                  if (!drag) return
                  event.preventDefault()
                  if (drag.over !== one.id) setDrag({ ...drag, over: one.id })
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  if (drag && drag.id !== one.id) place(drag.id, index)
                }}
                onDragEnd={() => setDrag(undefined)}
              >
                <Tab {...addressOfView(one)} current={current} title={one.name}>
                  <span>{one.name}</span>
                  {one.shared && (
                    <span className={styles.shared} title={t.sharedMark}>
                      <IconUsers size={14} stroke={1.6} />
                      <span className="ruam-heard">{t.sharedMark}</span>
                    </span>
                  )}
                  {current && totals ? (
                    <span className={styles.count}>{totals.matching}</span>
                  ) : (
                    totals &&
                    index < COUNTED && (
                      <Suspense>
                        <ViewCount
                          view={one}
                          wait={index > counted}
                          onSettled={() => setCounted((before) => Math.max(before, index + 1))}
                        />
                      </Suspense>
                    )
                  )}
                  {current && changed && (
                    <span className={styles.changed} title={t.changedMark}>
                      <span className="ruam-heard">{t.changedMark}</span>
                    </span>
                  )}
                </Tab>
                {current && (
                  <Suspense fallback={<span className={styles.menuPlace} />}>
                    <ViewMenu
                      open={one}
                      changed={changed}
                      define={define}
                      onNew={() => setMaking('new')}
                      onRename={() => setMaking('rename')}
                      onRevert={onRevert}
                      onLeft={index > 0 && (() => place(one.id, index - 1))}
                      onRight={index < ids.length - 1 && (() => place(one.id, index + 1))}
                    />
                  </Suspense>
                )}
              </li>
            )
          })}
          {mayRestore && (!menu || view.filters.deleted) && (
            <li>
              <Tab search={{ deleted: 'true' }} current={!open && view.filters.deleted === 'true'}>
                {t.deletedTab}
              </Tab>
            </li>
          )}
        </ul>
      </nav>
      {open && changed && (
        <Suspense>
          <ViewSave open={open} define={define} onNew={() => setMaking('new')} />
        </Suspense>
      )}
      {!view.filters.deleted && (
        <Button
          variant="subtle"
          color="var(--ruam-text-2)"
          className={styles.newView}
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={() => setMaking('new')}
        >
          {t.newView}
        </Button>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
      {menu}
      {making && (
        <Suspense>
          <ViewDialog
            view={making === 'rename' ? open : undefined}
            define={define}
            onClose={() => setMaking(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface TabProps {
  search: Record<string, string>
  hash?: string
  current: boolean
  /** The name of a view in full, which may be cut. */
  title?: string
  children: ReactNode
}

function Tab({ current, children, ...where }: TabProps) {
  return (
    <RouteLink to="profile-list" {...where} className={styles.tab} aria-current={current ? 'page' : undefined}>
      {children}
    </RouteLink>
  )
}
