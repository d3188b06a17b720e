import { Button } from '@mantine/core'
import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import { shortName } from '../../ui/short-name.ts'
import { AccountPicture } from '../accounts/AccountPicture.tsx'
import { Setting } from '../accounts/Setting.tsx'
import styles from './Facebook.module.css'
import { text } from './text.ts'

/** One page: its customers, its state and its settings. */
export function PageCard({ page }: { page: Got<typeof facebookSetting.get> }) {
  const t = useWords(text)
  const confirm = useConfirm()
  const mayEdit = useMayCall(facebookSetting.update)
  const mayDisconnect = useMayCall(facebookSetting.remove)
  const update = useWrite(facebookSetting.update)
  const remove = useWrite(facebookSetting.remove)
  const params = { id: page.id }
  const change = (body: { status: 'active' | 'inactive' } | { keepChatText: boolean }) =>
    update.mutate({ params, body: { ...body, originTime: page.updatedAt } })
  const sent: { status?: 'active' | 'inactive'; keepChatText?: boolean } = update.isPending ? update.variables.body : {}
  const disconnect = async () => {
    const title = t.disconnectTitle({ name: shortName(page.name) })
    if (!(await confirm({ title, text: t.disconnectText, yes: t.disconnect, mode: 'cancel' }))) return
    remove.mutate({ params }, { onSuccess: () => alerts.success(t.disconnected) })
  }
  return (
    <li className={styles.card}>
      <header className={styles.head}>
        <AccountPicture name={page.name} picture={page.picture} />
        <div className={styles.named}>
          <h2>{page.name}</h2>
          <p className={styles.quiet}>
            {t.pageId({ id: page.pageId })} · {t.people({ count: page.people })}
          </p>
        </div>
        <span className={styles.status} data-status={page.status}>
          {t[page.status]}
        </span>
        {mayDisconnect && (
          <Button size="xs" c="var(--ruam-danger)" loading={remove.isPending} onClick={() => void disconnect()}>
            {t.disconnect}
          </Button>
        )}
      </header>
      <Setting
        label={t.use}
        about={t.useText}
        checked={(sent.status ?? page.status) !== 'inactive'}
        mayEdit={mayEdit}
        onChange={(on) => change({ status: on ? 'active' : 'inactive' })}
      />
      <Setting
        label={t.keepText}
        about={t.keepTextText}
        checked={sent.keepChatText ?? page.keepChatText}
        mayEdit={mayEdit}
        onChange={(keepChatText) => change({ keepChatText })}
      />
    </li>
  )
}
