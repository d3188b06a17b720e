import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { Bones } from '../ui/Bones.tsx'
import { useMayCall } from '../ui/may.ts'
import { Unread } from '../ui/Unread.tsx'
import { Facts } from './Facts.tsx'
import styles from './OpenApi.module.css'
import { ProgramState } from './ProgramState.tsx'
import type { ProgramOfPage } from './program-view.ts'
import { text } from './text.ts'

/** The life of a program: its secret, who made it, and when it ends. */
export function ProgramSettings({ program }: { program: ProgramOfPage }) {
  const t = useWords(text)
  const format = useFormat()
  const { id, kind, status } = program
  const mayKey = useMayCall(apiKeys.get)
  const mayToken = useMayCall(apiTokens.get)
  const key = useRead(apiKeys.get, { params: { id } }, { enabled: kind === 'key' && mayKey })
  const token = useRead(
    apiTokens.get,
    { params: { id } },
    { enabled: kind === 'token' && status !== 'deleted' && mayToken },
  )
  const read = kind === 'key' ? key : token
  if (!read.data && status !== 'deleted') return read.error ? <Unread read={read} /> : <Bones />
  const at = (time: string | null | undefined) => time && format.dateTime(time)
  const used = at(program.lastUsedAt)
  const address = read.data?.lastAddress ?? ''
  return (
    <div className={styles.page}>
      <Facts
        facts={[
          [t.status, <ProgramState key="state" program={program} />],
          [
            kind === 'key' ? 'API key' : 'API token',
            program.secretEnd && (
              <span
                key="code"
                className={styles.code}
              >{`${kind === 'key' ? 'ruam' : 'ruamt'}_${id}_…${program.secretEnd}`}</span>
            ),
          ],
          [t.description, token.data?.description],
          [t.madeBy, program.createdBy?.name],
          [t.madeAt, at(program.createdAt)],
          [t.rotatedBy, read.data?.rotatedBy?.name],
          [t.expires, at(program.expiredAt)],
          [t.lastUsed, used ? t.from({ at: used, address }) : t.never],
          [t.overlapEnds, at(program.previousUntil)],
          [t.revokedAt, at(key.data?.revokedAt)],
        ]}
      />
    </div>
  )
}
