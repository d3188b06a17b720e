import { Button, Stack } from '@mantine/core'
import { broadcastSettings, MAX_TESTERS } from '@ruam/contract/broadcasts/settings.ts'
import { useState } from 'react'
import type { AccountRow } from '../../channels/accounts/account-row.ts'
import { QrCode } from '../../customers/line-link/QrCode.tsx'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useLackedRights } from '../../ui/may.ts'
import overlays from '../../ui/overlays.module.css'
import { Unread } from '../../ui/Unread.tsx'
import styles from '../Composer.module.css'
import { type ChosenPerson, PeoplePicker } from '../PeoplePicker.tsx'
import { text } from '../text.ts'

interface TestersDialogProps {
  account: AccountRow | undefined
  onSaved: () => void
  onClose: () => void
}

/** Names who gets test messages, at the side of the draft that is to be tested. A person without that right asks an owner. */
export default function TestersDialog({ account, onSaved, onClose }: TestersDialogProps) {
  const t = useWords(text)
  const read = useRead(broadcastSettings.get, {}, { staleTime: 0 })
  const lacked = useLackedRights(broadcastSettings.put)
  return (
    <Dialog opened side onClose={onClose} title={t.testers}>
      <Stack gap={16} mt="sm" flex={1}>
        <p className={styles.plain}>{t.noTesters}</p>
        {account?.basicId && (
          <div className={styles.friend}>
            <QrCode text={`https://line.me/R/ti/p/${encodeURIComponent(account.basicId)}`} label={t.friendCode} />
            <p className={styles.plain}>{t.friendCodeText({ name: account.name })}</p>
          </div>
        )}
        {lacked.length > 0 ? (
          <LackedRights rights={lacked}>{t.draftWaits}</LackedRights>
        ) : read.data && read.isFetchedAfterMount ? (
          <Testers settings={read.data} onSaved={onSaved} onClose={onClose} />
        ) : read.error ? (
          <Unread read={read} />
        ) : (
          <Bones />
        )}
      </Stack>
    </Dialog>
  )
}

interface TestersProps {
  settings: Got<typeof broadcastSettings.get>
  onSaved: () => void
  onClose: () => void
}

function Testers({ settings, onSaved, onClose }: TestersProps) {
  const t = useWords(text)
  const put = useWrite(broadcastSettings.put)
  const [people, setPeople] = useState<readonly ChosenPerson[]>(settings.testers)
  function save() {
    const { testers: _, updatedAt, ...rest } = settings
    const testerIds = people.map(({ id }) => id)
    put.mutate({ body: { ...rest, testerIds, originTime: updatedAt } }, { onSuccess: onSaved })
  }
  return (
    <>
      <PeoplePicker label={t.testers} hint={t.testersHint} most={MAX_TESTERS} value={people} onChange={setPeople} />
      <div className={`${styles.sideFoot} ${overlays.dialogFoot}`}>
        <Button size="md" onClick={onClose}>
          {t.later}
        </Button>
        <Button size="md" variant="filled" disabled={people.length === 0} loading={put.isPending} onClick={save}>
          {t.saveAndTest}
        </Button>
      </div>
    </>
  )
}
