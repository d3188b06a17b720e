import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { IconBan, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { MenuAction } from '../ui/MenuAction.tsx'
import { useMayCall } from '../ui/may.ts'
import { ProgramDialog } from './ProgramDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { SwitchActions } from './SwitchActions.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import { text } from './text.ts'
import { tokenText } from './token-text.ts'

export type Program = Got<typeof programs.list>['data'][number]

type Shown =
  | { add: true }
  | { vendor: true }
  | { rotate: Program }
  | { edit: Program }
  | { key: string }
  | { token: Pick<Got<typeof apiTokens.create>, 'token' | 'openApis'> }
  | undefined

const refreshes = [programs.list, programs.get]

/** The acts on programs, and the dialogs in which they happen. */
export function useProgramActions(start?: 'add' | 'vendor') {
  const t = useWords(text)
  const k = useWords(tokenText)
  const confirm = useConfirm()
  const mayKey = useMayCall(apiKeys.create)
  const mayToken = useMayCall(apiTokens.create)
  const mayRevoke = useMayCall(apiKeys.revoke)
  const mayEdit = useMayCall(apiTokens.update)
  const mayDelete = useMayCall(apiTokens.delete)
  const revoke = useWrite(apiKeys.revoke, { refreshes })
  const rotateKey = useWrite(apiKeys.rotate, { quiet: true, refreshes })
  const rotateToken = useWrite(apiTokens.token, { quiet: true, refreshes })
  const setStatus = useWrite(apiTokens.setStatus, { refreshes })
  const remove = useWrite(apiTokens.delete, { refreshes: [...refreshes, openApis.list] })
  const [shown, setShown] = useState<Shown>(
    start === 'add' && mayKey ? { add: true } : start === 'vendor' && mayToken ? { vendor: true } : undefined,
  )
  const close = () => setShown(undefined)

  async function revokeKey({ id, name }: Pick<Program, 'id' | 'name'>, onEnded?: () => void) {
    if (!(await confirm({ title: t.revokeTitle({ name }), text: t.revokeText, yes: t.revoke, mode: 'cancel' }))) return
    const onSuccess = () => {
      alerts.success(t.revokedNow)
      onEnded?.()
    }
    revoke.mutate({ params: { id } }, { onSuccess })
  }
  async function switchOff({ id, name }: Pick<Program, 'id' | 'name'>, onEnded: () => void) {
    const question = { title: t.switchOffTitle({ name }), text: k.switchOffText, yes: t.switchOff } as const
    if (!(await confirm({ ...question, mode: 'cancel' }))) return
    const onSuccess = () => {
      alerts.success(t.switchedOff)
      onEnded()
    }
    setStatus.mutate({ params: { id }, body: { status: 'inactive' } }, { onSuccess })
  }
  /** Ends a program at once: revokes a key, deactivates a token. Undefined if the person may not, or if it has ended. */
  const endOf = (program: Pick<Program, 'id' | 'name' | 'kind' | 'status'>, onEnded: () => void) => {
    if (program.status !== 'active') return undefined
    if (program.kind === 'token')
      return mayEdit
        ? { label: t.switchOff, isPending: setStatus.isPending, act: () => switchOff(program, onEnded) }
        : undefined
    return mayRevoke
      ? { label: t.revoke, isPending: revoke.isPending, act: () => revokeKey(program, onEnded) }
      : undefined
  }
  /** Opens the dialog for a new secret; undefined if the person may make none. */
  const rotateOf = (program: Program) =>
    (program.kind === 'key' ? mayKey : mayToken) ? () => setShown({ rotate: program }) : undefined
  function menuOf(program: Program): ReactNode {
    const { id, kind, name, status } = program
    if (status === 'revoked' || status === 'deleted') return null
    if (kind === 'token')
      return (
        <SwitchActions
          name={name}
          inactive={status === 'expired' ? undefined : status === 'inactive'}
          switchOffText={k.switchOffText}
          deleteText={k.deleteText}
          onEdit={mayEdit ? () => setShown({ edit: program }) : undefined}
          onRotate={rotateOf(program)}
          onSwitch={
            mayEdit ? (next, done) => setStatus.mutate({ params: { id }, body: { status: next } }, done) : undefined
          }
          onDelete={mayDelete ? (done) => remove.mutate({ params: { id } }, done) : undefined}
        />
      )
    return mayKey || mayRevoke ? (
      <ActionMenu label={t.actionsOf({ name })}>
        {(done) => (
          <>
            {mayKey && (
              <MenuAction
                icon={IconRefresh}
                label={t.rotate}
                close={done}
                onAct={() => setShown({ rotate: program })}
              />
            )}
            {mayRevoke && (
              <MenuAction icon={IconBan} label={t.revoke} danger close={done} onAct={() => revokeKey(program)} />
            )}
          </>
        )}
      </ActionMenu>
    ) : null
  }
  const rotated = async ({ id, kind }: Program, overlapHours: number): Promise<Shown> =>
    kind === 'token'
      ? { token: await rotateToken.mutateAsync({ body: { id, overlapHours } }) }
      : { key: (await rotateKey.mutateAsync({ params: { id }, body: { overlapHours } })).key }
  const dialogs = (
    <>
      {shown && 'add' in shown && (
        <ProgramDialog
          onVendor={mayToken ? () => setShown({ vendor: true }) : undefined}
          onMade={(key) => setShown({ key })}
          onClose={close}
        />
      )}
      {shown && 'vendor' in shown && <TokenDialog onMade={(token) => setShown({ token })} onClose={close} />}
      {shown && 'edit' in shown && <EditToken id={shown.edit.id} onClose={close} />}
      {shown && 'rotate' in shown && (
        <RotateDialog
          name={shown.rotate.name}
          rotate={(hours) => rotated(shown.rotate, hours)}
          onMade={setShown}
          onClose={close}
        />
      )}
      {shown && 'key' in shown && <SecretDialog secret={shown.key} what="API key" call={FIRST_CALL} onClose={close} />}
      {shown && 'token' in shown && <TokenSecret made={shown.token} onClose={close} />}
    </>
  )
  const add = mayKey ? () => setShown({ add: true }) : mayToken ? () => setShown({ vendor: true }) : undefined
  return { menuOf, rotateOf, endOf, dialogs, add, isOpen: shown !== undefined }
}

const FIRST_CALL = `${location.origin}/open-api/v1/profiles`

function EditToken({ id, onClose }: { id: number; onClose: () => void }) {
  const enabled = useMayCall(apiTokens.get)
  const { data: token } = useRead(apiTokens.get, { params: { id } }, { enabled, staleTime: 0 })
  return token ? <TokenDialog token={token} onMade={onClose} onClose={onClose} /> : null
}

/** The secret of a token, with a call that one of its open APIs opens. */
function TokenSecret({
  made,
  onClose,
}: {
  made: Pick<Got<typeof apiTokens.create>, 'token' | 'openApis'>
  onClose: () => void
}) {
  const [first] = made.openApis
  const enabled = useMayCall(openApis.get) && first !== undefined
  const { data } = useRead(openApis.get, { params: { id: first?.id ?? 0 } }, { enabled })
  const plain = data?.calls.find((one) => /^GET [^{]+$/.test(one))
  return (
    <SecretDialog
      secret={made.token}
      what="API token"
      call={plain?.replace('GET ', location.origin)}
      onClose={onClose}
    />
  )
}
