import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import { IconBan, IconKey, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { MenuAction } from '../ui/MenuAction.tsx'
import { useMayCall } from '../ui/may.ts'
import { useGo } from '../ui/route.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { AddButton } from './AddButton.tsx'
import { CredentialName } from './CredentialName.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { ListCard } from './ListCard.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { State } from './State.tsx'
import { text } from './text.ts'
import { useLeaveAddress } from './use-leave-address.ts'

type Key = Got<typeof apiKeys.list>['data'][number]
const sorts = ['name', 'expired_at', 'last_used_at'] as const

/** API keys of the store, or a note for people who may open the screen but not read keys. `create`: with the dialog that makes one. */
export function KeyList({ create = false }: { create?: boolean }) {
  const t = useWords(text)
  const mayRead = useMayCall(apiKeys.list)
  return mayRead ? <Keys create={create} /> : <EmptyState icon={IconKey} title={t.noRight} text={t.noRightText} />
}

function Keys({ create }: { create: boolean }) {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const confirm = useConfirm()
  const go = useGo()
  const mayCreate = useMayCall(apiKeys.create)
  const mayRevoke = useMayCall(apiKeys.revoke)
  const [making, setMaking] = useState(create && mayCreate)
  const [rotating, setRotating] = useState<Key>()
  const [secret, setSecret] = useState<string>()
  const revoke = useWrite(apiKeys.revoke)
  const rotate = useWrite(apiKeys.rotate, { quiet: true })
  useLeaveAddress(create ? 'setting-api-connector-list' : undefined, making || secret !== undefined)
  const view = useView({ sorts, sort: 'name', dir: 'asc' })
  const read = useRead(apiKeys.list, { query: view.query })

  async function revokeKey({ id, name }: Key) {
    if (!(await confirm({ title: t.revokeTitle({ name }), text: t.revokeText, yes: t.revoke, mode: 'cancel' }))) return
    revoke.mutate({ params: { id } }, { onSuccess: () => alerts.success(t.revokedNow) })
  }
  const { data: known } = useRead(masterData.scopes, {})
  const nameOf = (scope: Key['scopes'][number]) => known?.data.find((one) => one.scope === scope)?.name ?? ''
  const used = ({ lastUsedAt, lastAddress }: Key) =>
    lastUsedAt === null ? t.never : t.from({ at: format.dateTime(lastUsedAt), address: lastAddress ?? '' })
  const name = (key: Key) => (
    <CredentialName
      name={key.name}
      prefix={`ruam_${key.id}_`}
      secretEnd={key.secretEnd}
      previousUntil={key.previousUntil}
      onOpen={() => go({ to: 'data-source-openapi-key-detail', params: { keyId: key.id } })}
    />
  )
  const actions = (key: Key) =>
    key.status !== 'revoked' && (mayCreate || mayRevoke) ? (
      <ActionMenu label={t.actionsOf({ name: key.name })}>
        {(close) => (
          <>
            {mayCreate && (
              <MenuAction icon={IconRefresh} label={t.rotate} close={close} onAct={() => setRotating(key)} />
            )}
            {mayRevoke && (
              <MenuAction icon={IconBan} label={t.revoke} danger close={close} onAct={() => revokeKey(key)} />
            )}
          </>
        )}
      </ActionMenu>
    ) : undefined
  const columns: TableColumn<Key, (typeof sorts)[number]>[] = [
    { id: 'name', title: t.name, sort: 'name', cell: name },
    { id: 'scopes', title: t.scopes, quiet: true, cell: ({ scopes }) => scopes.map(nameOf).join(', ') },
    { id: 'lastUsed', title: t.lastUsed, sort: 'last_used_at', quiet: true, width: 220, cell: used },
    {
      id: 'expires',
      title: t.expires,
      sort: 'expired_at',
      quiet: true,
      width: 180,
      cell: (key) => format.dateTime(key.expiredAt),
    },
    { id: 'status', title: t.status, width: 140, cell: (key) => <State status={key.status} /> },
    { id: 'actions', pinned: 'end', title: t.actions, width: 80, cell: (key) => actions(key) ?? ' ' },
  ]
  const addButton = mayCreate && <AddButton name={t.newKey} onClick={() => setMaking(true)} />
  return (
    <>
      <SettingTabs />
      <Toolbar actions={addButton}>
        <SearchBox view={view} label={t.search} />
      </Toolbar>
      <DataTable
        label={t.keys}
        columns={columns}
        read={read}
        rowKey={(key) => key.id}
        view={view}
        card={
          phone
            ? (key) => (
                <ListCard
                  name={name(key)}
                  status={key.status}
                  facts={`${t.scopeCount({ count: key.scopes.length })} · ${used(key)}`}
                  actions={actions(key)}
                />
              )
            : undefined
        }
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        failed={t.listFailed}
        empty={{ icon: IconKey, title: t.emptyTitle, text: t.emptyText, action: addButton }}
      />
      {making && (
        <KeyDialog
          onMade={(key) => {
            setMaking(false)
            setSecret(key)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {rotating && (
        <RotateDialog
          name={rotating.name}
          rotate={(overlapHours) => rotate.mutateAsync({ params: { id: rotating.id }, body: { overlapHours } })}
          onMade={({ key }) => {
            setRotating(undefined)
            setSecret(key)
          }}
          onClose={() => setRotating(undefined)}
        />
      )}
      {secret && (
        <SecretDialog
          secret={secret}
          what="API key"
          call={`${location.origin}/open-api/v1/profiles`}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}
