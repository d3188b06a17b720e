import { Outlet, useParams } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef } from 'react'
import { whenIdle, whenRowsAreVisible } from '../data/idle.ts'
import { prefer, usePreferences } from '../data/preferences.ts'
import { useSession } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { loadToasts } from '../ui/alerts.ts'
import { loadKeyBuffer } from '../ui/buffer-keys.ts'
import { loadConfirmDialog } from '../ui/confirm.tsx'
import { useKeys } from '../ui/keys.ts'
import { lazyModule } from '../ui/lazy.tsx'
import { useLazyPart } from '../ui/lazy-module.tsx'
import { FullLoader } from '../ui/overlays.tsx'
import { shell } from '../ui/shell-words.ts'
import { useTablet } from '../ui/use-phone.ts'
import { Header } from './Header.tsx'
import { MenuContext, type MenuGroup, visibleMenu } from './menu.ts'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { SkipLink } from './SkipLink.tsx'
import { loadUserMenu } from './UserMenu.tsx'

/** Store of copies, which a sign-out wipes also without a connection. */
const loadDevice = () => import('../data/device.ts')

/** Watches the rights of the person; its code and the socket's are no part of the first scripts. */
const watch = async () => (await import('./watch-rights.ts')).watchRights()

const keyList = lazyModule(async () => (await import('./KeyList.tsx')).default)

const NoNotice = () => null

export interface PaletteSlotProps {
  /** Visible part of the menu. */
  groups: readonly MenuGroup[]
}

interface ShellProps {
  menu: readonly MenuGroup[]
  notice: ComponentType
  palette: ComponentType<PaletteSlotProps>
}

/** The frame of every screen inside of a store: menu, header, content. */
export function Shell({ menu, notice, palette: Palette }: ShellProps) {
  const t = useWords(shell)
  const { user, store } = useSession()
  const { storeId } = useParams({ strict: false }) as { storeId?: string }
  const { menuFolded } = usePreferences()
  const tablet = useTablet()
  const drawer = useRef<HTMLDialogElement>(null)

  useEffect(() => whenIdle(() => [loadKeyBuffer, loadToasts, loadConfirmDialog, loadUserMenu, loadDevice]), [])
  useEffect(() => whenRowsAreVisible(watch), [])
  // While a store is being left or entered, its screens must not ask with the other one's token.
  if (!user || !store || String(store.id) !== storeId) return <FullLoader />

  // Before the agreement is accepted every entry would lead back to where one is, and every call be refused.
  const open = store.dpaStatus === 'found'
  const groups = open ? visibleMenu(menu, store.rights, store) : []
  const openDrawer = () => drawer.current?.showModal()
  return (
    <div className={styles.shell}>
      <SkipLink to="#content" label={t.skip} />
      <div className={styles.side}>
        <SideMenu
          groups={groups}
          folded={tablet || menuFolded}
          onFold={tablet ? openDrawer : () => prefer({ menuFolded: !menuFolded })}
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label={t.menu}
        onClick={({ target, currentTarget }) => {
          const link = target instanceof Element && target.closest('a')
          if (link || target === currentTarget) currentTarget.close()
        }}
      >
        <div>
          <SideMenu groups={groups} folded={false} />
        </div>
      </dialog>
      <div className={styles.work}>
        <Header store={store} user={user} onMenu={openDrawer} notice={open ? notice : NoNotice} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <MenuContext value={menu}>
            <Outlet key={store.id} />
          </MenuContext>
        </main>
      </div>
      <Palette groups={groups} />
      <KeySlot />
    </div>
  )
}

/** The list of keys, and the key that opens it. */
function KeySlot() {
  const t = useWords(shell)
  const [open, list] = useLazyPart({ code: keyList, draw: (KeyList, _, close) => <KeyList onClose={close} /> })
  useKeys(t.everywhere, [{ on: ['?'], label: t.keys, run: () => open() }])
  return list
}
