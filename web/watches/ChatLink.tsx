import { Button } from '@mantine/core'
import { memberFiles } from '@ruam/contract/channels/member-files.ts'
import { useState } from 'react'
import { QrCode } from '../customers/line-link/QrCode.tsx'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useMayCall } from '../ui/may.ts'
import { option, PlainSelect } from '../ui/PlainSelect.tsx'
import { chatLinkText } from './chat-link-text.ts'
import styles from './WatchForm.module.css'

/** Milliseconds between looks while a word is shown. */
const LOOK_MS = 1000

interface Shown {
  word: Got<typeof memberFiles.create>
  account: number
  /** When the member was linked before. */
  before: string | null
}

/** The LINE id from which the member sends files: links it by a word that they send in the chat, or ends it. */
export function ChatLink() {
  const t = useWords(chatLinkText)
  const [shown, setShown] = useState<Shown>()
  const may = useMayCall(memberFiles.create)
  const read = useRead(
    memberFiles.get,
    {},
    { enabled: may, staleTime: 0, poll: (data) => (shown && data?.word ? LOOK_MS : false) },
  )
  const create = useWrite(memberFiles.create, { refreshes: [memberFiles.get] })
  const { data } = read
  if (!may || !data) return null
  const { accounts, link, word } = data
  const show = (channelId: number | undefined) =>
    create.mutate(
      { body: channelId === undefined ? {} : { channelId } },
      {
        onSuccess: (made) =>
          setShown({ word: made, account: channelId ?? accounts[0]!.id, before: link?.linkedAt ?? null }),
      },
    )
  const isDone = shown !== undefined && link !== null && link.linkedAt !== shown.before
  const isOpen = shown !== undefined && !isDone && word !== null
  return (
    <section className={styles.chat} aria-live="polite">
      <div>
        <h2>{t.title}</h2>
        <p>
          {accounts.length === 0
            ? t.noAccount
            : link
              ? t.linked({ account: link.account?.name ?? t.formerAccount })
              : t.notLinked}
        </p>
        {shown && !isDone && !isOpen && !create.isPending && !read.isFetching && <p>{t.expired}</p>}
        {accounts.length > 0 && !isOpen && (
          <div className={styles.pair}>
            <Button loading={create.isPending} onClick={() => show(undefined)}>
              {link ? t.linkAgain : t.link}
            </Button>
            {link && <EndLink onEnded={() => setShown(undefined)} />}
          </div>
        )}
      </div>
      {isOpen && <Word shown={shown} accounts={accounts} onAccount={show} />}
    </section>
  )
}

interface WordProps {
  shown: Shown
  accounts: Got<typeof memberFiles.get>['accounts']
  onAccount: (id: number) => void
}

function Word({ shown: { word, account }, accounts, onAccount }: WordProps) {
  const t = useWords(chatLinkText)
  const format = useFormat()
  return (
    <>
      <QrCode text={word.url} label={t.qr} />
      <div>
        {accounts.length > 1 && (
          <PlainSelect
            aria-label={t.account}
            value={account}
            onChange={(event) => onAccount(Number(event.target.value))}
          >
            {accounts.map(({ id, name }) => option({ value: String(id), label: name }))}
          </PlainSelect>
        )}
        <p>{t.scan}</p>
        <p>
          <a href={word.url} target="_blank" rel="noreferrer">
            {t.onThisPhone}
          </a>
        </p>
        <p>
          {t.word({ word: word.word })} · {t.left({ time: format.time(word.expiresAt) })}
        </p>
        <p>{t.waiting}</p>
      </div>
    </>
  )
}

function EndLink({ onEnded }: { onEnded: () => void }) {
  const t = useWords(chatLinkText)
  const confirm = useConfirm()
  const may = useMayCall(memberFiles.delete)
  const end = useWrite(memberFiles.delete, { refreshes: [memberFiles.get] })
  if (!may) return null
  const ask = async () => {
    if (await confirm({ title: t.endTitle, text: t.endText, yes: t.end, mode: 'cancel' }))
      end.mutate({}, { onSuccess: onEnded })
  }
  return (
    <Button variant="transparent" loading={end.isPending} onClick={() => void ask()}>
      {t.end}
    </Button>
  )
}
