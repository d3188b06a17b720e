import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import type { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { type Got, useRead } from '../data/api.ts'
import { useMayCall } from '../ui/may.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** The secret of a new token, with a call that one of its open APIs opens. */
export function TokenSecret({ made, onClose }: { made: Got<typeof apiTokens.create>; onClose: () => void }) {
  const [first] = made.openApis
  const enabled = useMayCall(openApis.get) && first !== undefined
  const { data } = useRead(openApis.get, { params: { id: first?.id ?? 0 } }, { enabled })
  const plain = data?.calls.find((one) => /^GET [^{]+$/.test(one))
  const call = plain?.replace('GET ', location.origin)
  return <SecretDialog secret={made.token} what="API token" call={call} onClose={onClose} />
}
