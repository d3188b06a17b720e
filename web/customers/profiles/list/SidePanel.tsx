import { ActionIcon, CloseButton } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useRead } from '../../../data/api.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { fromList } from '../current-list.ts'
import { lookedAt } from '../recent.ts'
import { useDeleteProfile } from '../use-delete-profile.ts'
import type { ListedProfile } from '../values.ts'
import { fieldLineOf, isInRow, linkOf } from './lines.ts'
import { panelText } from './panel-text.ts'
import styles from './SidePanel.module.css'
import { SidePanelBody } from './SidePanelBody.tsx'

const icon = { size: 16, stroke: 1.6 }

interface SidePanelProps {
  id: number
  /** Row of the list, shown until the profile is loaded. */
  row: ListedProfile | undefined
  /** Which of the page's rows it is, counted from 1; 0 for one that is not on the page. */
  place: number
  count: number
  /** Why nothing can be changed now. */
  locked: string | undefined
  /** To the row above or below. */
  onMove: (by: -1 | 1) => void
  onClose: () => void
}

/** One customer next to the list, which keeps its position. Esc closes; J and K, or the arrows, move on. */
export function SidePanel({ id, row, place, count, locked, onMove, onClose }: SidePanelProps) {
  const t = useWords(panelText)
  const c = useWords(common)
  const mayEdit = useMayOpen('profile-edit')
  const mayDelete = useMayCall(profiles.delete)
  const panel = useRef<HTMLElement>(null)
  const remove = useDeleteProfile({ stay: true })
  const read = useRead(profiles.get, { params: { id } })
  const profile = read.data ?? row
  const gone = read.error?.status === 404 || read.error?.status === 410
  const { id: storeId } = useStore()
  const there = read.data !== undefined
  useEffect(() => {
    if (there) lookedAt(storeId, id)
  }, [storeId, id, there])
  useKeys(t.title, [{ on: ['Escape'], label: c.close, run: onClose }])
  const shown = useRef(id)
  useEffect(() => {
    shown.current = id
  }, [id])
  // The focus goes back to where it was when the panel closes: to the row, then of who was shown last.
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      const line = fieldLineOf(shown.current)
      const outside = before !== document.body && !isInRow(before)
      const back = outside || !line ? before : linkOf(line)
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside ref={panel} className={styles.panel} aria-label={t.title} tabIndex={-1}>
      <div className={styles.bar}>
        <span>{place > 0 && t.place({ place, count })}</span>
        <ActionIcon
          size={28}
          aria-label={t.before}
          title={`${t.before} (K)`}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        >
          <IconChevronUp {...icon} />
        </ActionIcon>
        <ActionIcon
          size={28}
          aria-label={t.after}
          title={`${t.after} (J)`}
          disabled={place === count}
          onClick={() => onMove(1)}
        >
          <IconChevronDown {...icon} />
        </ActionIcon>
        <ActionIcon
          component={RouteLink}
          to="profile-detail"
          params={{ profileId: id }}
          state={fromList}
          size={28}
          title={t.full}
        >
          <IconArrowsDiagonal {...icon} />
        </ActionIcon>
        {profile && !gone && (mayDelete || (mayEdit && !locked)) && (
          <ActionMenu label={t.more}>
            {(done) => (
              <ul>
                {mayEdit && !locked && (
                  <li>
                    <RouteLink to="profile-edit" params={{ profileId: id }}>
                      <IconPencil {...icon} />
                      {c.edit}
                    </RouteLink>
                  </li>
                )}
                {mayDelete && (
                  <MenuAction
                    icon={IconTrash}
                    label={c.delete}
                    disabled={locked !== undefined}
                    title={locked}
                    close={done}
                    onAct={() => remove(profile)}
                    danger
                  />
                )}
              </ul>
            )}
          </ActionMenu>
        )}
        <CloseButton size={28} aria-label={c.close} title={`${c.close} (Esc)`} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.body} tabIndex={0} aria-label={t.fields} aria-busy={read.isFetching}>
        {gone ? (
          <p className={styles.none}>{t.gone}</p>
        ) : profile ? (
          <SidePanelBody profile={profile} />
        ) : (
          !read.error && <div className={styles.bones} role="status" aria-label={c.loading} />
        )}
        {read.error && !gone && (
          <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
        )}
      </section>
    </aside>
  )
}
