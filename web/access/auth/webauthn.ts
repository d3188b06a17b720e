import { isApiError } from '../../data/request.ts'
import { wordsNow } from '../../data/text.ts'
import { passkeyText } from './passkey-text.ts'

// Loaded with the first passkey.
const library = () => import('@simplewebauthn/browser')

/** True if this browser knows passkeys. It does on secure pages alone. */
export const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** A challenge of the server. */
export interface AuthenticatorChallenge {
  challenge: string
  rpId: string
  passkeys: { id: string; transports: string[] }[]
}

/** Challenge in the details of `second_factor_needed`, which are not converted. */
export function challengeIn(details: Record<string, unknown>): AuthenticatorChallenge {
  const { challenge, rp_id: rpId, passkeys } = details as unknown as AuthenticatorChallenge & { rp_id: string }
  return { challenge, rpId, passkeys }
}

const descriptors = (passkeys: AuthenticatorChallenge['passkeys']) =>
  passkeys.map(({ id, transports }) => ({ id, type: 'public-key' as const, transports: transports as [] }))

/** Has a passkey answer. `alone`: no password came before, so the device checks a finger, a face or its PIN. */
export async function answerChallenge({ challenge, rpId, passkeys }: AuthenticatorChallenge, alone = false) {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({
    optionsJSON: {
      ...{ challenge, rpId, allowCredentials: descriptors(passkeys) },
      userVerification: alone ? 'required' : 'preferred',
    },
  })
  return {
    credential: id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { userHandle: response.userHandle }),
  }
}

interface NewPasskeyChallenge extends AuthenticatorChallenge {
  userHandle: string
  userName: string
  displayName: string
}

/** Has the device make a passkey. */
export async function makePasskey({
  challenge,
  rpId,
  passkeys,
  userHandle,
  userName,
  displayName,
}: NewPasskeyChallenge) {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({
    optionsJSON: {
      ...{ challenge, rp: { id: rpId, name: 'Ruam' }, user: { id: userHandle, name: userName, displayName } },
      pubKeyCredParams: [-7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: descriptors(passkeys),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    },
  })
  return {
    credential: id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

/** The sentence for a passkey that did not answer, or for what the server refused. */
export function passkeyProblem(error: unknown): string {
  if (isApiError(error)) return error.message
  const t = wordsNow(passkeyText)
  return (error as Error).name === 'InvalidStateError' ? t.hereAlready : t.noAnswer
}
