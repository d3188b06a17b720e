import { Button } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useMayCall } from '../../ui/may.ts'
import overlays from '../../ui/overlays.module.css'
import styles from './Accounts.module.css'
import { callsOf, refreshesAccounts } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { lineAnswersText } from './line-answers-text.ts'
import { Outside } from './Repair.tsx'

const MANAGER = 'https://manager.line.biz/account/'

interface LineAnswersDialogProps {
  account: AccountRow
  onClose: () => void
}

/** Shows where LINE's own answers are turned off, and keeps what staff found there. */
export default function LineAnswersDialog({ account, onClose }: LineAnswersDialogProps) {
  const t = useWords(lineAnswersText)
  const mayEdit = useMayCall(lineOa.update)
  const update = useWrite(callsOf(account.type).update, refreshesAccounts)
  const keep = (lineAnswers: 'on' | 'off') =>
    update.mutate(
      { params: { id: account.id }, body: { lineAnswers, originTime: account.updatedAt } },
      { onSuccess: onClose },
    )
  return (
    <Dialog opened title={t.title} onClose={onClose} transitionProps={{ duration: 0 }}>
      <div className={styles.ownAnswers}>
        <p>{t.why}</p>
        <p>{t.unread}</p>
        <section className={styles.steps}>
          <h3>{t.steps}</h3>
          <ol>
            <li>{t.step1({ name: account.name })}</li>
            <li>{t.step2}</li>
            <li>{t.step3}</li>
            <li>{t.step4}</li>
          </ol>
        </section>
        <div>
          <Outside href={`${MANAGER}${account.basicId ?? ''}/setting/response`} label={t.open} />
        </div>
      </div>
      {mayEdit && (
        <div className={overlays.dialogFoot}>
          <Button size="md" disabled={update.isPending} onClick={() => keep('on')}>
            {t.stillOn}
          </Button>
          <Button size="md" variant="filled" disabled={update.isPending} onClick={() => keep('off')}>
            {t.isOff}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
