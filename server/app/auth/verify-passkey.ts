import type { Assertion, passkeys } from '@ruam/contract/access/passkeys.ts'
import type { Received } from '@ruam/contract/platform/endpoint.ts'
import { passkeyPlace } from '../../access/stores/passkey-place.ts'
import type { Config } from '../../core/config.ts'

// Loaded with the first passkey: the library would delay every start.
const library = () => import('@simplewebauthn/server')

/** ES256 and RS256, which every authenticator knows one of. */
const ALGORITHMS = [-7, -257]

interface Checked {
  challenge: string
  /** True if the authenticator must have verified the person, by a finger or a PIN: nothing else does. */
  alone: boolean
}

const basics = { type: 'public-key', clientExtensionResults: {} } as const

/** Returns the counter of a valid answer to a challenge; undefined for any other. */
export async function verifyAssertion(
  config: Config,
  { challenge, alone }: Checked,
  publicKey: Buffer,
  given: Assertion,
): Promise<number | undefined> {
  const { origin, rpId } = passkeyPlace(config)
  const { verifyAuthenticationResponse } = await library()
  const { credential: id, client_data, authenticator_data, signature, user_handle } = given
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ ...basics, id, rawId: id },
        response: {
          clientDataJSON: client_data,
          authenticatorData: authenticator_data,
          signature,
          ...(user_handle !== undefined && { userHandle: user_handle }),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The database compares counters, under the lock of the row.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: alone,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for whatever does not match.
    return undefined
  }
}

/** Returns the new passkey of a valid answer to a challenge; undefined for any other. */
export async function verifyAttestation(
  config: Config,
  challenge: string,
  { credential: id, client_data, attestation, transports }: Omit<Received<typeof passkeys.add>['body'], 'name'>,
): Promise<{ id: Buffer; publicKey: Buffer; counter: number } | undefined> {
  const { origin, rpId } = passkeyPlace(config)
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ ...basics, id, rawId: id },
        response: { clientDataJSON: client_data, attestationObject: attestation, transports: transports as [] },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      id: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    }
  } catch {
    return undefined
  }
}
