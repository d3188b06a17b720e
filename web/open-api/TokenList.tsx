import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens, tokenStatuses } from '@ruam/contract/open-api/tokens.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall } from '../ui/may.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { AddButton } from './AddButton.tsx'
import { CredentialName } from './CredentialName.tsx'
import { ListCard } from './ListCard.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { State } from './State.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { SwitchActions } from './SwitchActions.tsx'
import { TokenDetail } from './TokenDetail.tsx'
import { type Token, TokenDialog } from './TokenDialog.tsx'
import { text } from './text.ts'
import { tokenText } from './token-text.ts'
import { useLeaveAddress } from './use-leave-address.ts'

const sorts = ['name', 'expired_at', 'last_used_at'] as const

/** The dialog over the list: a new token, a token to change, a token to look at, or a token that gets a new secret. */
type Shown = { edit: Token | undefined } | { look: string | number } | { rotate: Token } | undefined

/** API tokens of the store, or a note for people who may open the screen but not read tokens. */
export function TokenList({ start }: { start?: Shown }) {
  const k = useWords(tokenText)
  const mayRead = useMayCall(apiTokens.list)
  if (!mayRead) return <EmptyState icon={IconPlugConnected} title={k.noRight} text={k.noRightText} />
  return <Tokens start={start} />
}

/** The list with the dialog that makes a token. */
export const TokenCreate = () => <TokenList start={{ edit: undefined }} />

/** The list with one of its tokens opened. */
export function TokenOpened() {
  const { apiTokenId = '' } = useParams({ strict: false }) as { apiTokenId?: string }
  return <TokenList key={apiTokenId} start={{ look: apiTokenId }} />
}

function Tokens({ start }: { start: Shown }) {
  const t = useWords(text)
  const k = useWords(tokenText)
  const format = useFormat()
  const phone = usePhone()
  const mayCreate = useMayCall(apiTokens.create)
  const [shown, setShown] = useState<Shown>(start)
  const [made, setMade] = useState<Got<typeof apiTokens.create>>()
  const close = () => setShown(undefined)
  useLeaveAddress(start && 'data-source-openapi-token', shown !== undefined || made !== undefined)
  const mayEdit = useMayCall(apiTokens.update)
  const mayDelete = useMayCall(apiTokens.delete)
  const setStatus = useWrite(apiTokens.setStatus)
  const remove = useWrite(apiTokens.delete, { refreshes: [openApis.list] })
  const view = useView({ sorts, sort: 'name', dir: 'asc', filters: { status: tokenStatuses } })
  const { status } = view.filters
  const read = useRead(apiTokens.list, { query: { ...view.query, status } })
  const rotate = useWrite(apiTokens.token, { quiet: true })

  const used = ({ lastUsedAt, lastAddress }: Token) =>
    lastUsedAt === null ? t.never : t.from({ at: format.dateTime(lastUsedAt), address: lastAddress ?? '' })
  const opens = (token: Token) => token.openApis.map(({ name }) => name).join(', ') || k.noOpenApis
  const name = (token: Token) => (
    <CredentialName
      name={token.name}
      prefix={`ruamt_${token.id}_`}
      secretEnd={token.secretEnd}
      previousUntil={token.previousUntil}
      onOpen={() => setShown({ look: token.id })}
    />
  )
  const actions = (token: Token) => (
    <SwitchActions
      name={token.name}
      inactive={token.status === 'expired' ? undefined : token.status === 'inactive'}
      switchOffText={k.switchOffText}
      deleteText={k.deleteText}
      onEdit={mayEdit ? () => setShown({ edit: token }) : undefined}
      onRotate={mayCreate ? () => setShown({ rotate: token }) : undefined}
      onSwitch={
        mayEdit ? (status, done) => setStatus.mutate({ params: { id: token.id }, body: { status } }, done) : undefined
      }
      onDelete={mayDelete ? (done) => remove.mutate({ params: { id: token.id } }, done) : undefined}
    />
  )
  const columns: TableColumn<Token, (typeof sorts)[number]>[] = [
    { id: 'name', title: t.name, sort: 'name', cell: name },
    { id: 'openApis', title: k.openApis, quiet: true, cell: opens },
    { id: 'lastUsed', title: t.lastUsed, sort: 'last_used_at', quiet: true, width: 220, cell: used },
    {
      id: 'expires',
      title: t.expires,
      sort: 'expired_at',
      quiet: true,
      width: 180,
      cell: (token) => format.dateTime(token.expiredAt),
    },
    { id: 'status', title: t.status, width: 140, cell: (token) => <State status={token.status} /> },
    { id: 'actions', pinned: 'end', title: t.actions, width: 80, cell: actions },
  ]
  const addButton = mayCreate && <AddButton name={k.newToken} onClick={() => setShown({ edit: undefined })} />
  return (
    <>
      <SettingTabs />
      <Toolbar actions={addButton}>
        <SearchBox view={view} label={k.search} />
        <StatusSelect
          statuses={tokenStatuses}
          value={status}
          onChange={(one) => view.show({ filters: { status: one } })}
        />
      </Toolbar>
      <DataTable
        label={k.tokens}
        columns={columns}
        read={read}
        rowKey={(token) => token.id}
        view={view}
        card={
          phone
            ? (token) => (
                <ListCard
                  name={name(token)}
                  status={token.status}
                  facts={`${opens(token)} · ${used(token)}`}
                  actions={actions(token)}
                />
              )
            : undefined
        }
        summary={read.data && <strong>{k.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconPlugConnected, title: k.emptyTitle, text: k.emptyText, action: addButton }}
      />
      {shown && 'edit' in shown && (
        <TokenDialog
          token={shown.edit}
          onMade={(token) => {
            close()
            setMade(token)
          }}
          onClose={close}
        />
      )}
      {shown && 'look' in shown && (
        <TokenDetail id={shown.look} onEdit={(token) => setShown({ edit: token })} onClose={close} />
      )}
      {shown && 'rotate' in shown && (
        <RotateDialog
          name={shown.rotate.name}
          rotate={(overlapHours) => rotate.mutateAsync({ body: { id: shown.rotate.id, overlapHours } })}
          onMade={(token) => {
            close()
            setMade(token)
          }}
          onClose={close}
        />
      )}
      {made && <TokenSecret made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}

/** The secret of a new token, with a call that one of its open APIs opens. */
function TokenSecret({ made, onClose }: { made: Got<typeof apiTokens.create>; onClose: () => void }) {
  const [first] = made.openApis
  const enabled = useMayCall(openApis.get) && first !== undefined
  const { data } = useRead(openApis.get, { params: { id: first?.id ?? 0 } }, { enabled })
  const plain = data?.calls.find((one) => /^GET [^{]+$/.test(one))
  const call = plain?.replace('GET ', location.origin)
  return <SecretDialog secret={made.token} what="API token" call={call} onClose={onClose} />
}
