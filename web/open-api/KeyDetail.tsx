import { Button, Group, Stack } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import { type Got, useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { Bones } from '../ui/Bones.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { Facts } from './Facts.tsx'
import styles from './OpenApi.module.css'
import { State } from './State.tsx'
import { text } from './text.ts'

/** One API key: what it may do, in words, and its life. */
export function KeyDetail({ id, onClose }: { id: string | number; onClose: () => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const valid = /^[1-9]\d{0,9}$/.test(String(id))
  const read = useRead(apiKeys.get, { params: { id } }, { enabled: valid })
  const refusal = read.error && read.error.status !== 404 ? read.error.message : t.gone
  return (
    <Dialog opened onClose={onClose} title={read.data?.name ?? 'API key'}>
      <Stack gap="lg" mt="sm">
        {read.data ? <Life apiKey={read.data} /> : valid && !read.error ? <Bones /> : <FormNote message={refusal} />}
        <Group justify="flex-end">
          <Button size="md" onClick={onClose}>
            {c.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Life({ apiKey: key }: { apiKey: Got<typeof apiKeys.list>['data'][number] }) {
  const t = useWords(text)
  const format = useFormat()
  const { data: known } = useRead(masterData.scopes, {})
  const at = (time: string | null) => time && format.dateTime(time)
  const address = key.lastAddress ?? ''
  const facts = [
    [t.status, <State key="state" status={key.status} />],
    [t.madeBy, key.createdBy?.name],
    [t.madeAt, at(key.createdAt)],
    [t.expires, at(key.expiredAt)],
    [t.lastUsed, key.lastUsedAt ? t.from({ at: format.dateTime(key.lastUsedAt), address }) : t.never],
    [t.overlapEnds, at(key.previousUntil)],
    [t.revokedAt, at(key.revokedAt)],
  ] as const
  return (
    <>
      <span className={styles.code}>{`ruam_${key.id}_…${key.secretEnd}`}</span>
      <Facts facts={facts} />
      <ul className={styles.scopes} aria-label={t.scopes}>
        {key.scopes.map((scope) => {
          const info = known?.data.find((one) => one.scope === scope)
          return (
            <li key={scope}>
              {info?.name} <span className={`${styles.quiet} ${styles.code}`}>{scope}</span>
              <div className={styles.quiet}>{info?.description}</div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
