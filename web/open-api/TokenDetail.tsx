import { Button, Group, Stack } from '@mantine/core'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { IconPencil } from '@tabler/icons-react'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { Bones } from '../ui/Bones.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { useMayCall } from '../ui/may.ts'
import { Facts } from './Facts.tsx'
import styles from './OpenApi.module.css'
import { State } from './State.tsx'
import type { Token } from './TokenDialog.tsx'
import { text } from './text.ts'
import { tokenText } from './token-text.ts'

interface TokenDetailProps {
  id: string | number
  onEdit: (token: Token) => void
  onClose: () => void
}

/** One API token: the open APIs that it may read, and its life. */
export function TokenDetail({ id, onEdit, onClose }: TokenDetailProps) {
  const k = useWords(tokenText)
  const c = useWords(common)
  const mayEdit = useMayCall(apiTokens.update)
  const valid = /^[1-9]\d{0,8}$/.test(String(id))
  const { data: token, error } = useRead(apiTokens.get, { params: { id } }, { enabled: valid })
  const refusal = error && error.status !== 404 ? error.message : k.gone
  return (
    <Dialog opened onClose={onClose} title={token?.name ?? 'API token'}>
      <Stack gap="lg" mt="sm">
        {token ? <Life token={token} /> : valid && !error ? <Bones /> : <FormNote message={refusal} />}
        <Group justify="flex-end" gap="sm">
          {token && mayEdit && (
            <Button size="md" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => onEdit(token)}>
              {c.edit}
            </Button>
          )}
          <Button size="md" variant="filled" onClick={onClose}>
            {c.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Life({ token }: { token: Token }) {
  const t = useWords(text)
  const k = useWords(tokenText)
  const format = useFormat()
  const at = (time: string | null) => time && format.dateTime(time)
  const used = at(token.lastUsedAt)
  return (
    <>
      <span className={styles.code}>{`ruamt_${token.id}_…${token.secretEnd}`}</span>
      {token.description && <p className={styles.about}>{token.description}</p>}
      <Facts
        facts={[
          [t.status, <State key="state" status={token.status} />],
          [k.openApis, token.openApis.map(({ name }) => name).join(', ') || k.noOpenApis],
          [t.lastUsed, used ? t.from({ at: used, address: token.lastAddress ?? '' }) : t.never],
          [t.expires, at(token.expiredAt)],
          [t.overlapEnds, at(token.previousUntil)],
          [t.madeBy, token.createdBy?.name],
          [t.rotatedBy, token.rotatedBy?.name],
          [t.madeAt, at(token.createdAt)],
        ]}
      />
    </>
  )
}
