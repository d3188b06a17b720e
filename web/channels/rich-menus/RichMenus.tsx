import { Button } from '@mantine/core'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { IconBrandLine, IconLayoutBoardSplit, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayCall } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { RouteLink, useGo } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { useView } from '../../ui/view.ts'
import { AccountPicture } from '../accounts/AccountPicture.tsx'
import { CreateMenu } from './CreateMenu.tsx'
import { MenuFoot } from './MenuFoot.tsx'
import { MenuRows } from './MenuRows.tsx'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'
import { SeesWhich } from './SeesWhich.tsx'
import { SettledLine } from './SettledLine.tsx'

const POLL_MS = 15_000
/** While menus are made at LINE, and friends are getting theirs. */
const SOON_MS = 3000
const isMoving = (list: MenuList | undefined) =>
  list !== undefined && (list.waiting > 0 || list.menus.some(({ pending }) => pending))

/** The menus of a LINE account in their order, how many friends each has, and what a person sees. */
export function RichMenus() {
  const t = useWords(menuText)
  const go = useGo()
  const view = useView({ sorts: ['name'], sort: 'name', filters: { account: 'text' } })
  const choice = useSendingAccounts()
  const accounts = choice.data ?? []
  const account = accounts.find(({ id }) => String(id) === view.filters.account) ?? accounts[0]
  const mayEdit = useMayCall(richMenus.create)
  const read = useRead(
    richMenus.list,
    { params: { id: account?.id ?? 0 } },
    { enabled: account !== undefined, poll: (list) => (isMoving(list) ? SOON_MS : POLL_MS) },
  )
  const list = read.data
  const [creating, setCreating] = useState<{ copyOf: number | null }>()
  const [shown, setShown] = useState<number>()
  const create = mayEdit && (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
      onClick={() => setCreating({ copyOf: null })}
    >
      {list?.menus.length === 0 ? t.createMain : t.create}
    </Button>
  )
  const menu = list?.menus.find(({ id }) => id === shown) ?? list?.menus[0]
  const isEmpty = list?.menus.length === 0
  return (
    <>
      <SettingTabs />
      {account && (
        <Toolbar actions={!isEmpty && create}>
          <span className={styles.account}>
            <AccountPicture name={account.name} picture={account.picture} />
            <PlainSelect
              aria-label={t.account}
              value={account.id}
              onChange={(event) => view.show({ filters: { account: event.currentTarget.value } })}
            >
              {accounts.map(({ id, name, basicId }) =>
                option({ value: String(id), label: [name, basicId].filter(Boolean).join(' ') }),
              )}
            </PlainSelect>
          </span>
          {list && !isEmpty && <SettledLine list={list} />}
        </Toolbar>
      )}
      {choice.error && !choice.data && <Unread read={choice} />}
      {read.error && !list && <Unread read={read} />}
      {read.error && list && (
        <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {!choice.error && !read.error && !list && accounts.length + Number(!choice.data) > 0 && <Bones />}
      {choice.data?.length === 0 && (
        <EmptyState
          icon={IconBrandLine}
          title={t.noAccountTitle}
          text={t.noAccountText}
          action={<RouteLink to="setting-line-oa">{t.toAccounts}</RouteLink>}
        />
      )}
      {isEmpty && (
        <EmptyState
          icon={IconLayoutBoardSplit}
          title={t.emptyTitle}
          text={mayEdit ? t.emptyText : t.emptyRead}
          action={create}
        />
      )}
      {account && list && menu && (
        <div className={styles.columns}>
          <section className={styles.list} aria-label={t.menu}>
            <div className={styles.scroll}>
              <MenuRows
                key={account.id}
                account={account.id}
                list={list}
                shown={menu.id}
                mayEdit={mayEdit}
                onShow={setShown}
                onCopy={(copyOf) => setCreating({ copyOf })}
              />
            </div>
            <MenuFoot list={list} />
          </section>
          <SeesWhich account={account} menus={list.menus} menu={menu} onShow={setShown} />
        </div>
      )}
      {creating && account && list && (
        <CreateMenu
          account={account.id}
          menus={list.menus}
          copyOf={creating.copyOf}
          onClose={() => setCreating(undefined)}
          onCreated={(id) => go({ to: 'rich-menu', params: { menuId: id }, ignoreBlocker: true })}
        />
      )}
    </>
  )
}
