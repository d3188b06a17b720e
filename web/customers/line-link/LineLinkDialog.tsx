import { Button } from '@mantine/core'
import { lineLink, lineLinkEvent } from '@ruam/contract/channels/line-link.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconBrandLine, IconCircleCheck, IconLink, IconUserOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Got, useRead, useRefresh, useWrite } from '../../data/api.ts'
import { isCopy } from '../../data/copy-time.ts'
import { usePush } from '../../data/push.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useMayCall } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { RouteLink } from '../../ui/route.tsx'
import styles from './LineLink.module.css'
import { QrCode } from './QrCode.tsx'
import { text } from './text.ts'

/** Milliseconds between looks: who has no socket sees the link within a second, too. */
const LOOK_MS = 1000

interface LineLinkDialogProps {
  profileId: number
  name: string
  onClose: () => void
}

/** Shows the QR code by which a customer proves who they are on LINE, and what came of it; takes a link back. */
export function LineLinkDialog({ profileId, name, onClose }: LineLinkDialogProps) {
  const t = useWords(text)
  const params = { id: profileId }
  // Words that were used before this dialog opened are none of its own.
  const [shown, setShown] = useState<{ word: Got<typeof lineLink.create>; from: number; account: number }>()
  const refresh = useRefresh()
  const state = useRead(
    lineLink.get,
    { params },
    { poll: (data) => (shown && data?.word?.status === 'open' ? LOOK_MS : false), staleTime: 0 },
  )
  const { refetch } = state
  usePush(lineLinkEvent, (pushed) => void (pushed.profileId === profileId && refetch()))
  const create = useWrite(lineLink.create, { refreshes: [lineLink.get] })
  const { data } = state
  const show = (account: number) =>
    create.mutate(
      { params, body: { channelId: account } },
      { onSuccess: (word) => setShown({ word, from: Date.now(), account }) },
    )
  // The first code is shown by the tap that opened the dialog.
  const first = data?.reach === 'not_linked' && !shown && !isCopy(state) ? data.accounts[0]?.id : undefined
  const began = useRef(false)
  useEffect(() => {
    if (first === undefined || began.current) return
    began.current = true
    show(first)
  })
  const outcome = shown && data?.word?.status !== 'open' ? data?.word?.status : undefined
  const linked = outcome === 'linked'
  // What the page behind shows has changed.
  useEffect(() => {
    if (linked) void refresh(profiles.get, profileDuplicates.list, lineLink.get)
  }, [linked, refresh])
  return (
    <Dialog opened onClose={onClose} title={t.title({ name })} size="sm">
      <div className={styles.body} aria-live="polite">
        {data && !shown && data.reach !== 'not_linked' && (
          <Said
            icon={<IconBrandLine size={28} stroke={1.6} />}
            title={data.reach === 'friend' ? t.isFriend({ name }) : t.isBlocked({ name })}
          />
        )}
        {linked && (
          <Said
            icon={<IconCircleCheck size={28} stroke={1.6} />}
            kind="good"
            title={t.done({ name })}
            about={data?.word?.byErased ? t.doneErased : t.doneText}
          />
        )}
        {outcome === 'pair' && data && <PairFound duplicateId={data.duplicateId} />}
        {outcome === 'expired' && shown && (
          <>
            <p>{t.expired}</p>
            <Button variant="filled" onClick={() => show(shown.account)}>
              {t.again}
            </Button>
          </>
        )}
        {shown && outcome === undefined && data?.word?.byErased && (
          <Said icon={<IconUserOff size={28} stroke={1.6} />} title={t.erased} about={t.erasedText} />
        )}
        {shown && data && outcome === undefined && (
          <Waiting word={shown.word} accounts={data.accounts} account={shown.account} onAccount={show} />
        )}
        {data?.mergeId != null && <UndoLink profileId={profileId} name={name} onUndone={onClose} />}
        {linked && (
          <Button variant="filled" onClick={onClose}>
            {t.close}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Said({ icon, kind, title, about }: { icon: ReactNode; kind?: 'good'; title: string; about?: string }) {
  return (
    <div className={styles.said} data-kind={kind}>
      {icon}
      <div>
        <strong>{title}</strong>
        {about && <p>{about}</p>}
      </div>
    </div>
  )
}

/** Both profiles have values: a person decides. */
function PairFound({ duplicateId }: { duplicateId: number | null }) {
  const t = useWords(text)
  const mayMerge = useMayCall(profileDuplicates.list)
  return (
    <>
      <Said icon={<IconLink size={28} stroke={1.6} />} title={t.pair} about={t.pairText} />
      {mayMerge && duplicateId !== null && (
        <Button component={RouteLink} to="profile-duplicate" search={{ pair: String(duplicateId) }} variant="filled">
          {t.openPair}
        </Button>
      )}
    </>
  )
}

interface WaitingProps {
  word: Got<typeof lineLink.create>
  accounts: Got<typeof lineLink.get>['accounts']
  account: number
  onAccount: (id: number) => void
}

function Waiting({ word, accounts, account, onAccount }: WaitingProps) {
  const t = useWords(text)
  const format = useFormat()
  return (
    <>
      {accounts.length > 1 && (
        <PlainSelect aria-label={t.account} value={account} onChange={(event) => onAccount(Number(event.target.value))}>
          {accounts.map(({ id, name }) => option({ value: String(id), label: name }))}
        </PlainSelect>
      )}
      <p className={styles.scan}>{t.scan}</p>
      <QrCode text={word.url} label={t.qr} />
      <p className={styles.quiet}>
        {t.word({ word: word.word })} · {t.left({ time: format.time(word.expiresAt) })}
      </p>
      <p className={styles.quiet}>{t.waiting}</p>
    </>
  )
}

function UndoLink({ profileId, name, onUndone }: { profileId: number; name: string; onUndone: () => void }) {
  const t = useWords(text)
  const confirm = useConfirm()
  const may = useMayCall(lineLink.undo)
  const undo = useWrite(lineLink.undo, { refreshes: [lineLink.get, profiles.get, profiles.list] })
  if (!may) return null
  const ask = async () => {
    if (!(await confirm({ title: t.undoTitle({ name }), text: t.undoText, yes: t.undo, mode: 'cancel' }))) return
    undo.mutate(
      { params: { id: profileId } },
      {
        onSuccess: () => {
          alerts.success(t.undone)
          onUndone()
        },
      },
    )
  }
  return (
    <Button loading={undo.isPending} onClick={() => void ask()}>
      {t.undo}
    </Button>
  )
}
