import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import styles from './ViewsBar.module.css'
import { addressOfView, type NewDefinition, type SavedView } from './view-definition.ts'

const ViewDialog = lazyPart(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }))
const ViewActions = lazyPart(async () => ({ default: (await import('./ViewActions.tsx')).ViewActions }))

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
  actions?: ReactNode
  /** Menu for small screens, with the way to deleted customers. */
  menu?: ReactNode
}

/** The saved views above the list, and what can be done with the one that is open. */
export function ViewsBar(props: ViewsBarProps) {
  const { view, views, open, changed, everybody, addressOfAll, define, onRevert, actions, menu } = props
  const t = useWords(listText)
  const mayRestore = useMayCall(profiles.restore)
  const [making, setMaking] = useState<'new' | 'rename'>()
  return (
    <div className={styles.bar}>
      <nav className={styles.views} aria-label={t.views}>
        <ul>
          <Tab search={addressOfAll} current={everybody}>
            {t.everybody}
          </Tab>
          {views.map((one) => {
            const current = one.id === open?.id
            return (
              <Tab key={one.id} {...addressOfView(one)} current={current} title={one.name}>
                <span>{one.name}</span>
                {one.shared && (
                  <span className={styles.shared} title={t.sharedMark}>
                    <IconUsers size={14} stroke={1.6} />
                    <span className="ruam-heard">{t.sharedMark}</span>
                  </span>
                )}
                {current && changed && (
                  <span className={styles.changed} title={t.changedMark}>
                    <span className="ruam-heard">{t.changedMark}</span>
                  </span>
                )}
              </Tab>
            )
          })}
          {mayRestore && (!menu || view.filters.deleted) && (
            <Tab search={{ deleted: 'true' }} current={!open && view.filters.deleted === 'true'}>
              {t.deletedTab}
            </Tab>
          )}
        </ul>
      </nav>
      {open && (
        <Suspense fallback={<span className={styles.menuPlace} />}>
          <ViewActions
            open={open}
            changed={changed}
            define={define}
            onNew={() => setMaking('new')}
            onRename={() => setMaking('rename')}
            onRevert={onRevert}
          />
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
    <li>
      <RouteLink to="profile-list" {...where} className={styles.tab} aria-current={current ? 'page' : undefined}>
        {children}
      </RouteLink>
    </li>
  )
}
