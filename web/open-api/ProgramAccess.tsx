import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { useMayCall } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import { Unread } from '../ui/Unread.tsx'
import { KeyAccess } from './KeyAccess.tsx'
import styles from './OpenApi.module.css'
import { tokenText } from './token-text.ts'
import type { Program } from './use-program-actions.tsx'

/** What a program may do, and the profile fields that it reads and writes. */
export function ProgramAccess({ program: { id, kind } }: { program: Pick<Program, 'id' | 'kind'> }) {
  return kind === 'key' ? <OfKey id={id} /> : <OfToken id={id} />
}

function OfKey({ id }: { id: number }) {
  const enabled = useMayCall(apiKeys.get)
  const read = useRead(apiKeys.get, { params: { id } }, { enabled, staleTime: 0 })
  // An edit begins from what is there now.
  if (read.data && read.isFetchedAfterMount)
    return <KeyAccess key={`${id} ${read.data.updatedAt}`} apiKey={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}

/** A token reads what open APIs open for it. */
function OfToken({ id }: { id: number }) {
  const k = useWords(tokenText)
  const enabled = useMayCall(apiTokens.get)
  const read = useRead(apiTokens.get, { params: { id } }, { enabled })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const { openApis } = read.data
  return (
    <div className={styles.page}>
      <h2>{k.openApis}</h2>
      <p className={styles.quiet}>{openApis.length === 0 ? k.noOpenApis : k.openApisText}</p>
      <ul className={styles.groups}>
        {openApis.map(({ id: api, name }) => (
          <li key={api}>
            <RouteLink to="setting-open-api" search={{ q: name }}>
              {name}
            </RouteLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
