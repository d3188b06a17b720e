import { Button, Group } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { IconPencil } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './AccountDetail.module.css'
import { callsOf, refreshesAccounts } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { Setting } from './Setting.tsx'
import { StopPhrases } from './StopPhrases.tsx'
import { text } from './text.ts'

/** Settings of an account in the store: in use or not, chat text, name and provider. */
export function UseCard({ account, onEdit }: { account: AccountRow; onEdit: () => void }) {
  const t = useWords(text)
  const mayEdit = useMayCall(lineOa.update)
  const status = useWrite(lineOa.updateStatus, refreshesAccounts)
  const update = useWrite(callsOf(account.type).update)
  const params = { id: account.id }
  const inUse = status.isPending ? status.variables.body.status === 'active' : account.status !== 'inactive'
  const keeps = update.isPending ? update.variables.body.keepChatText === true : account.keepChatText
  return (
    <section className={styles.card} aria-labelledby="line-use">
      <header className={styles.cardHead}>
        <h3 id="line-use">{t.settings}</h3>
      </header>
      <div className={styles.lines}>
        <Setting
          label={t.use}
          about={t.useText}
          checked={inUse}
          mayEdit={mayEdit}
          onChange={(on) => status.mutate({ params, body: { status: on ? 'active' : 'inactive' } })}
        />
        <Setting
          label={t.keepText}
          about={t.keepTextText}
          checked={keeps}
          mayEdit={mayEdit}
          onChange={(keepChatText) => update.mutate({ params, body: { keepChatText, originTime: account.updatedAt } })}
        />
        <StopPhrases account={account} mayEdit={mayEdit} />
        <div className={styles.setting}>
          <div>
            <p>{t.details}</p>
            <p>
              {account.name} · {account.provider ?? t.noProvider}
            </p>
          </div>
          {mayEdit && (
            <Button
              size="xs"
              aria-label={`${t.edit} ${t.details}`}
              leftSection={<IconPencil size={16} stroke={1.6} />}
              onClick={onEdit}
            >
              {t.edit}
            </Button>
          )}
        </div>
        {mayEdit && account.sharedWith.map((other) => <SharedWith key={other.id} id={account.id} other={other} />)}
      </div>
    </section>
  )
}

/** Asks whether an account that met the same users is of the same provider. */
function SharedWith({ id, other }: { id: number; other: { id: number; name: string } }) {
  const t = useWords(text)
  const settle = useWrite(lineOa.settleProvider, refreshesAccounts)
  const answer = (same: boolean) => settle.mutate({ params: { id }, body: { accountId: other.id, same } })
  return (
    <div className={styles.setting}>
      <div>
        <p>{t.sharedWith({ name: other.name })}</p>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" disabled={settle.isPending} onClick={() => answer(true)}>
          {t.sameProvider}
        </Button>
        <Button size="xs" disabled={settle.isPending} onClick={() => answer(false)}>
          {t.otherProvider}
        </Button>
      </Group>
    </div>
  )
}
